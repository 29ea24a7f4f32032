/** Starts an engine. Several may run at once, each with its own memory. */
declare function Tandem(options?: Tandem.Options): Promise<Tandem.Engine>;

declare namespace Tandem {
  /** Takes one line of the engine's output. */
  type MessageListener = (line: string) => void;

  /** An engine in a worker of its own. */
  interface Engine {
    /**
     * Sends a line: UBI, UCI or CECP, as the first of `ubi`, `uci` or `xboard` decides. Never throws for its content.
     */
    postMessage(line: string): void;
    /** Calls `listener` with every line of the output from now on. */
    addMessageListener(listener: MessageListener): void;
    removeMessageListener(listener: MessageListener): void;
    /** Ends the worker at once. `quit` ends it after its answers. */
    terminate(): void;
  }

  interface Options {
    /** The bytes of `tandem.wasm`, if the page has them already: no request is made then. */
    wasmBinary?: ArrayBuffer | Uint8Array;
    /** The compiled module, or the address of `tandem.wasm`. */
    wasm?: WebAssembly.Module | URL | string;
    /** The address of `tandem.wasm` and `tandem.worker.js`; by default they are beside the script. */
    locateFile?: (name: string, folder: string) => string;
    /** Starts `tandem.worker.js`, where a bundler does it in its own way. */
    worker?: () => Worker;
    /**
     * Whether shared memory tells a search of messages. By default wherever the page is cross-origin isolated, and in
     * Node.
     */
    shared?: boolean;
  }
}

export = Tandem;
