export const messages = {
  noTagName: 'Enter the name of the tag.',
  tags: (name: string, message: string): string =>
    message === '' ? `Tags this commit as ${name}.` : `Tags this commit as ${name} with "${message}".`,
  tagged: (name: string): string => `Tagged this commit as ${name}.`,
  sameBeginning: 'This short SHA is ambiguous. Use more digits.',
  notInChanges: "is not part of this commit's changes",
}
