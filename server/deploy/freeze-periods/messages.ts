export const messages = {
  noCron: 'must be five fields that name a time: minute hour day month weekday, such as 0 23 * * 5',
  tooMany: (most: number) => `A project can have at most ${most} freeze periods`,
} as const
