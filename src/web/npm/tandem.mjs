/* The same factory for pages and bundlers that import modules. */
import "./tandem.js";

const Tandem = (options = {}) =>
  globalThis.Tandem({
    worker: options.locateFile ? undefined : () => new Worker(new URL("./tandem.worker.js", import.meta.url)),
    wasm: options.locateFile ? undefined : new URL("./tandem.wasm", import.meta.url),
    ...options,
  });

export default Tandem;
