export const messages = {
  taken: 'has already been taken',
  tooMany: (most: number) => `exceeds the limit of ${most} keys. Remove one first`,
  alreadyHere: 'already exists in this project',
  notYours: 'Only the person who added a deploy key can give it write access, because it pushes as that person.',
  onlyReads: 'This deploy key has read-only access to the project.',
} as const
