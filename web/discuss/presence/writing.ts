/** "Mina and Dan are writing…"; empty when nobody is. */
export function writingSentence(names: readonly string[]): string {
  const [first, second] = names
  if (first === undefined) return ''
  if (second === undefined) return `${first} is writing…`
  return names.length === 2 ? `${first} and ${second} are writing…` : 'Several people are writing…'
}
