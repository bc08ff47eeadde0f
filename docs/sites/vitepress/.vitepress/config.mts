import { defineConfig } from "vitepress";

export default defineConfig({
  title: "A small site",
  base: "/vitepress/",
  // Blocks marked `lisp cell` become cells: the highlighted block stays inside, for who has no JavaScript.
  markdown: {
    config(md) {
      const fence = md.renderer.rules.fence;
      if (!fence) return;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const block = fence(tokens, index, ...rest);
        const attributes = /^lisp cell\b(.*)/.exec(tokens[index]?.info.trim() ?? "")?.[1];
        return attributes === undefined ? block : `<lisp-cell${attributes}>${block}</lisp-cell>`;
      };
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("lisp-") } } },
  head: [["script", { type: "module", src: "/vitepress/lisp/lisp-cell.js" }]],
  themeConfig: {
    sidebar: [
      { text: "Numbers", link: "/" },
      { text: "Streams", link: "/streams" },
      { text: "Errors", link: "/errors" },
    ],
  },
});
