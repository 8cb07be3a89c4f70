export const messages = {
  notChild: 'is not in this epic',
  ofOwnOrder: 'Items can only be moved among items of the same kind in the same epic',
} as const
