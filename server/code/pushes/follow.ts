import { later } from '#server/slice.ts'
import { followCommits } from './commits.ts'

export const pushFollowers = [later('repository.pushed', (ctx, { payload }) => followCommits(ctx, payload))]
