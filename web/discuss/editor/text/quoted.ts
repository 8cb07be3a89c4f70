/** Each line behind `> `, followed by an empty line to write the answer on. */
export function quoted(text: string): string {
  const lines = text.trim().split('\n')
  return `${lines.map(line => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`
}
