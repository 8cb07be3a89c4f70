export const messages = {
  taken: 'has already been taken',
  tooMany: (most: number) => `exceeds the limit of ${most} keys. Remove one first`,
  alreadyHere: 'already exists in this project',
  notYours:
    'Only the person who added a deploy key can allow the key to push, because its pushes are made in their name',
  onlyReads: 'This deploy key can only read the project',
} as const
