/* The factory: `const engine = await Tandem()`, then lines in and lines out. A script of a page, or a module of Node. */
"use strict";

(() => {
  const is_node = typeof process === "object" && Boolean(process.versions?.node) && typeof require === "function";
  const script = typeof document === "object" ? document.currentScript?.src : undefined;

  /** The files of the package, unless `locateFile` names other ones. */
  const locate = (name, { locateFile }) => {
    const folder = script === undefined ? "" : new URL(".", script).href;
    return locateFile ? locateFile(name, folder) : folder + name;
  };

  const start = (options) => {
    if (options.worker) return options.worker();
    if (!is_node) return new Worker(locate("tandem.worker.js", options));
    const { Worker: Thread } = require("node:worker_threads");
    return new Thread(require("node:path").join(__dirname, "tandem.worker.js"));
  };

  const read = async (options) => {
    const { wasmBinary, wasm } = options;
    if (wasmBinary) return wasmBinary;
    if (wasm instanceof WebAssembly.Module) return wasm;
    if (is_node && !wasm) return undefined; // the thread reads it from beside itself
    const answer = await fetch(wasm ?? locate("tandem.wasm", options));
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
    return answer.arrayBuffer();
  };

  const may_share = () => typeof SharedArrayBuffer === "function" && (is_node || globalThis.crossOriginIsolated === true);

  /** Starts an engine in a worker of its own; see tandem.d.ts. */
  async function Tandem(options = {}) {
    const wasm = await read(options);
    const worker = start(options);
    const listeners = new Set();
    const shared = options.shared !== false && may_share() ? new SharedArrayBuffer(4) : undefined;
    const posted = shared && new Int32Array(shared);
    const hear = (line) => [...listeners].forEach((listener) => listener(line));
    const fail = (error) => hear(`info string ERROR: Tandem has terminated: ${error?.message ?? error}`);
    if (is_node && worker.on) {
      worker.on("message", hear);
      worker.on("error", fail);
    } else {
      worker.onmessage = (event) => hear(event.data);
      worker.onerror = fail;
    }
    worker.postMessage({ wasm, news: shared });
    return {
      postMessage(line) {
        if (posted) Atomics.add(posted, 0, 1);
        worker.postMessage(String(line));
      },
      addMessageListener: (listener) => void listeners.add(listener),
      removeMessageListener: (listener) => void listeners.delete(listener),
      terminate: () => worker.terminate(),
    };
  }

  if (typeof module === "object" && module.exports) module.exports = Tandem;
  if (!is_node) globalThis.Tandem = Tandem;
})();
