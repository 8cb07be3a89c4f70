import type { Slice } from '#server/slice.ts'

export const repository: Slice = { name: 'repository' }
