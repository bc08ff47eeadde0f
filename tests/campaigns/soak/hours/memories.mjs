/**
 * Has every WebAssembly memory that is made from now on counted in `globalThis.soakedMemories`.
 * Self-contained, since pages get it as text.
 */
export function watchMemories() {
  const memories = [];
  globalThis.soakedMemories = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...args) => {
      const made = await original(...args);
      for (const each of Object.values((made.instance ?? made).exports))
        if (each instanceof WebAssembly.Memory) memories.push(each);
      return made;
    };
  }
}
