import type { Slice } from '#server/slice.ts'
import { namespacesFollowers } from './follow.ts'

export const namespaces: Slice = { name: 'namespaces', followers: namespacesFollowers }
