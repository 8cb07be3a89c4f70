export const messages = {
  needed: 'is needed when it is none of the others',
  notTheirs: 'is not who wrote it',
  noAddress: 'is not the address of a comment, an issue or a person',
} as const
