// Requests to the lobby of a club evening.

// A network that has fallen silent closes nothing: after this time a request has failed.
const LONGEST_MS = 8000;

// Sends a request with a secret of the lobby. Throws an error with the server's code and text, if it has answered.
export async function askLobby(key, path, body) {
  const answer = await fetch(path, {
    method: "POST",
    body,
    headers: { "x-key": key ?? "", "content-type": "text/plain" },
    signal: AbortSignal.timeout?.(LONGEST_MS),
  });
  const text = await answer.text();
  const value = text.startsWith("{") ? JSON.parse(text) : {};
  if (answer.ok) return value;
  throw Object.assign(new Error(answer.status), { code: value.error?.code ?? "busy", text: value.error?.text });
}
