export const messages = {
  noTagName: 'Enter the name of the tag.',
  tags: (name: string, message: string): string =>
    message === '' ? `Tags this commit as ${name}.` : `Tags this commit as ${name} with "${message}".`,
  tagged: (name: string): string => `Tagged this commit as ${name}.`,
  sameBeginning: 'Another commit whose SHA begins with the same digits has comments',
  notInChanges: 'is not in the changes of this commit',
}
