/** The end of a line whose next one begins a line too. */
export const hardBreak = '  '

/**
 * Words as Markdown in which each character is itself: no HTML, no emphasis, no reference, no mention, no formula. Text
 * between U+E000 and U+E003 is left as it is.
 */
export const literal = (text: string): string =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[`[$]/g, '\\$&')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;|\d)/g, '\\&')
    .replace(/(?<!\*)\*+(?=[^\s*])|(?<=[^\s*])\*+/g, run => run.replaceAll('*', '\\*'))
    .replace(/(?<![\p{L}\p{N}_])_+(?=[^\s_])|(?<=[^\s_])_+(?![\p{L}\p{N}_])/gu, run => run.replaceAll('_', '\\_'))
    .replace(/~(?=[~\w"])/g, '\\~')
    .replace(/(?<![\w.])@(?=\w)/g, '\\@')
    .replace(/[#!](?=\d)/g, '\\$&')
    .replace(/(?<![\w%])%(?=["\p{L}\d])/gu, '\\%')
    .replace(/\^(?=alert#)/g, '\\^')
    .replace(/:(?=[a-z][\w+-]*:)/gi, '\\:')
    .replace(/^(\s*)([>+=#-])(?=\s|[=#-]|$)/gm, '$1\\$2')
