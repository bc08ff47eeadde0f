/** How the parts of a page look by our styles: what their styles come to, part by part. */

/**
 * Each part in the order of the page, with what its styles make different from its parent and its element.
 */
export type Looks = { name: string; values: Record<string, string> }[];

/**
 * The looks of all parts of this page, of those in shadow trees as well. Runs in the page. Values are those
 * before layout, so they depend on no font's metrics and on no window's width but by media queries. Only
 * properties count that a style sheet of the page sets.
 */
export function collectLooks(): Looks {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots)
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);

  /** Each property that a rule sets, and where it sets it to a length of a font's. */
  const properties = new Set<string>();
  const ofFonts: { selector: string; property: string }[] = [];
  const pseudos = new Set<string>();
  const readRules = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        for (const [, pseudo = ""] of rule.selectorText.matchAll(/(::(?:before|after|placeholder|marker))/g))
          pseudos.add(pseudo);
        for (const property of rule.style) {
          if (property.startsWith("-webkit-")) continue;
          properties.add(property);
          if (/[\d.](?:ch|ex|lh)\b/.test(rule.style.getPropertyValue(property)))
            ofFonts.push({ selector: rule.selectorText.replace(/::[\w-]+/g, ""), property });
        }
      }
      if ("cssRules" in rule) readRules(rule.cssRules as CSSRuleList);
    }
  };
  for (const root of roots)
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) readRules(sheet.cssRules);
  // One name for the four sides and corners, and none for what is the same in another direction of writing.
  const SIDES: [RegExp, string][] = [
    [/^(padding|margin)-(?:top|right|bottom|left)$/, "$1"],
    [/^border-(?:top|right|bottom|left)-(color|style|width)$/, "border-$1"],
    [/^border-(?:top|bottom)-(?:left|right)-radius$/, "border-radius"],
    [/^(?:top|right|bottom|left)$/, "inset"],
    [/^(?:row|column)-gap$/, "gap"],
    [/^overflow-[xy]$/, "overflow"],
  ];
  const own = [
    ...new Set(
      [...properties]
        .filter((property) => !/^--|-(?:inline|block)(?:-|$)/.test(property))
        .map((property) => SIDES.reduce((name, [sides, whole]) => name.replace(sides, whole), property)),
    ),
  ].sort();
  const variables = [...properties].filter((property) => property.startsWith("--")).sort();

  // Without a layout each value is what the styles say, not what became of it.
  const { documentElement } = document;
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const plain = frame.contentDocument as Document;
  documentElement.style.setProperty("display", "none", "important");
  const valuesOf = (element: Element, pseudo?: string): Map<string, string> => {
    const style = (element.ownerDocument.defaultView ?? window).getComputedStyle(element, pseudo);
    return new Map([...own, ...variables].map((property) => [property, style.getPropertyValue(property)]));
  };
  const computed = new Map<Element, Map<string, string>>();
  const known = (element: Element): Map<string, string> => {
    const found = computed.get(element) ?? valuesOf(element);
    computed.set(element, found);
    return found;
  };
  const bare = new Map<string, Map<string, string>>();
  const bareOf = (element: Element): Map<string, string> => {
    const key = element.namespaceURI === "http://www.w3.org/1999/xhtml" ? element.localName : "span";
    const found = bare.get(key) ?? valuesOf(plain.body.appendChild(plain.createElement(key)));
    bare.set(key, found);
    return found;
  };
  const nameOf = (element: Element): string => {
    const classes = [...element.classList].filter((name) => !/^(?:ͼ|cm-|tok-)/.test(name)).sort();
    const marks = [
      "part",
      "data-state",
      "data-kind",
      "role",
      "aria-pressed",
      "aria-expanded",
      "hidden",
      "disabled",
    ]
      .filter((name) => element.hasAttribute(name))
      .map((name) => `[${name}${element.getAttribute(name) ? `=${element.getAttribute(name)}` : ""}]`);
    // Ids that a page counts are none.
    const id = /\d/.test(element.id) ? "" : element.id;
    return `${element.localName}${id ? `#${id}` : ""}${classes.map((name) => `.${name}`).join("")}${marks.join("")}`;
  };
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const looks: Looks = [];
  const describe = (name: string, values: Map<string, string>, others: Map<string, string>[]): void => {
    const color = values.get("color");
    const different = [...values].filter(
      ([property, value]) =>
        others.every((other) => other.get(property) !== value) &&
        // Borders and the like that have no colour of their own have that of the text.
        !(property !== "color" && property.endsWith("color") && value === color),
    );
    looks.push({ name, values: Object.fromEntries(different) });
  };
  for (const root of roots)
    for (const element of root.querySelectorAll("*")) {
      if (element === frame || element.closest("head, script, style, svg *, .cm-editor *") !== null) continue;
      const values = new Map(known(element));
      for (const { selector, property } of ofFonts) if (element.matches(selector)) values.delete(property);
      if (element === documentElement) values.delete("display");
      const parent = parentOf(element);
      describe(nameOf(element), values, [bareOf(element), ...(parent ? [known(parent)] : [])]);
      for (const pseudo of pseudos) {
        const isThere =
          pseudo === "::placeholder"
            ? element.hasAttribute("placeholder")
            : !/^(?:none|normal)$/.test(getComputedStyle(element, pseudo).content);
        if (isThere)
          describe(`${nameOf(element)}${pseudo}`, valuesOf(element, pseudo), [
            known(element),
            bareOf(plain.body),
          ]);
      }
    }
  documentElement.style.removeProperty("display");
  frame.remove();
  return looks;
}

/**
 * The selectors of this page's style sheets that match no part of it, but for what a pointer, the keyboard
 * or a pseudo-element adds. Runs in the page.
 */
export function unmatchedSelectors(): string[] {
  const isThere = (selector: string): boolean => {
    const lasting = selector
      .replace(/::[\w-]+(?:\([^)]*\))?/g, "")
      .replace(/:(?:hover|active|focus|focus-visible|focus-within)(?![\w-])/g, ":where(*)")
      .replace(/:not\(:where\(\*\)\)/g, "");
    return document.querySelector(lasting.trim() || "*") !== null;
  };
  const found: string[] = [];
  const read = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && rule.parentRule?.constructor.name !== "CSSKeyframesRule")
        found.push(...rule.selectorText.split(/,(?![^(]*\))/).filter((each) => !isThere(each)));
      if ("cssRules" in rule) read(rule.cssRules as CSSRuleList);
    }
  };
  // Those of the page: the editor's are made by its library.
  for (const sheet of document.styleSheets) if (sheet.href !== null) read(sheet.cssRules);
  return [...new Set(found.map((selector) => selector.trim()))];
}
