// The connection to the table: a server by WebSocket. The page without a server has another file of this name.

export { Wire as Transport } from "./wire.js";
