/** Whether keyboards here have a Command key, which does what Control does elsewhere. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
