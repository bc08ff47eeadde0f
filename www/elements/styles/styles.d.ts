/** The build makes a module of a style sheet: its text, minified, with what it imports. */
declare module "*.css" {
  export const css: string;
}
