import { searchText } from '#contract/search-text.ts'

/** Signs of Markdown in a part of a text that is on one line, with the words that stay of each. The part may begin within a sign. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/<!--.*?-->|<\/?[a-z][^<>]*>/gi, ' '],
  [/!?\[([^\][]*)\]\([^()\s]*(?: "[^"]*")?\)/g, '$1'],
  [/<(https?:\/\/[^<>\s]+)>/g, '$1'],
  [/(^|\s)(?:```|~~~)[\w-]*(?=\s|$)/g, '$1'],
  [/(`+)(.+?)\1/g, '$2'],
  [/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2'],
  [/(?<![\w*])([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?![\w*])/g, '$2'],
  [/(^|\s)(?:[-*+] )?\[[ xX~]\](?=\s)/g, '$1'],
  [/(?<=^|[^\d\s)]\s)(?:#{1,6}|>+|[*+])(?=\s)/g, ''],
  [/^…?\s*-(?=\s)/g, ''],
  [/\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?/g, ' '],
  [/(^|\s)\|+(?=\s|$)/g, '$1'],
  [/\*\*|~~/g, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
]

/**
 * A part of a text in Markdown as plain words, unless what was found in it would be gone.
 *
 * @param terms  what was searched for (`searchTerms`)
 */
export function plainSnippet(text: string, terms: readonly string[]): string {
  const plain = signs
    .reduce((words, [sign, rest]) => words.replace(sign, rest), text)
    .replace(/\s+/g, ' ')
    .trim()
  const [before, after] = [searchText(text), searchText(plain)]
  return terms.some(term => before.includes(term) && !after.includes(term)) ? text : plain
}
