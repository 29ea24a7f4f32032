// Files kept in this browser: the games, and the table with the game under way.

const BASE = "tandem";
const FILES = "files";

let opened = null;

const anew = () => (opened = null);

function connect() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(BASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(FILES);
    request.onsuccess = () => {
      request.result.onclose = anew;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

// The storage. After a failure, or if the browser closes it, it is opened again for the next file.
function open() {
  if (!opened) {
    opened = connect();
    opened.catch(anew);
  }
  return opened;
}

async function done(mode, act) {
  const transaction = (await open()).transaction(FILES, mode);
  const request = act(transaction.objectStore(FILES));
  // What is asked before the page goes is written.
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

// Replaces a file.
export function keep(name, text) {
  return done("readwrite", (files) => files.put(text, name));
}

export function forget(name) {
  return done("readwrite", (files) => files.delete(name));
}

// The text of a file, or undefined.
export function kept(name) {
  return done("readonly", (files) => files.get(name));
}

// The names of all files.
export function names() {
  return done("readonly", (files) => files.getAllKeys());
}
