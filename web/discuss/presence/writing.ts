/** "Mina and Dan are typing…"; empty if no user is. */
export function writingSentence(names: readonly string[]): string {
  const [first, second] = names
  if (first === undefined) return ''
  if (second === undefined) return `${first} is typing…`
  return names.length === 2 ? `${first} and ${second} are typing…` : 'Several people are typing…'
}
