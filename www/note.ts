/** Shows a sentence in the element `note` of a frame's page, after what is there. */
export function showNote(text: string): void {
  const note = document.getElementById("note");
  if (!note) return;
  note.hidden = false;
  // What is repeated is said once.
  if ([...note.children].some((line) => line.textContent === text)) return;
  const line = document.createElement("p");
  line.textContent = text;
  note.append(line);
}
