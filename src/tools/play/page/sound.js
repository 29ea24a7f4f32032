// Short synthesized sounds: a move, an arrival, a message of the partner, low time, the end.

const NOTES = {
  move: [[220, 0.04, 0.25]],
  capture: [[160, 0.05, 0.35]],
  arrive: [[660, 0.05, 0.12], [880, 0.07, 0.12]],
  talk: [[520, 0.06, 0.1]],
  low: [[880, 0.1, 0.2], [880, 0.1, 0.2]],
  end: [[392, 0.12, 0.2], [523, 0.22, 0.2]],
};

let context = null;
let on = localStorage.getItem("tandem.sound") !== "off";

export function soundIsOn() {
  return on;
}

export function switchSound() {
  on = !on;
  localStorage.setItem("tandem.sound", on ? "on" : "off");
  wake();
}

// Browsers allow no sound before the first press, and some only a context that is made or resumed during one; a call or
// another window may have stopped it since.
function wake() {
  if (!on || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {});
}

for (const kind of ["pointerdown", "pointerup", "click", "keydown"]) addEventListener(kind, wake, true);

export function play(name) {
  // A suspended context would play all sounds at once when it is resumed.
  if (!on || context?.state !== "running") return;
  let at = context.currentTime;
  for (const [frequency, length, loud] of NOTES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
