import { builder } from '#server/graphql/builder.ts'
import type { FileStats } from './facts.ts'

export const DiffStats = builder.objectRef<FileStats>('DiffStats').implement({
  description: 'Lines added to and removed from a file.',
  fields: t => ({
    path: t.exposeString('path', { nullable: false }),
    additions: t.exposeInt('additions', { nullable: false }),
    deletions: t.exposeInt('deletions', { nullable: false }),
  }),
})

const sum = (files: readonly FileStats[], name: 'additions' | 'deletions'): number =>
  files.reduce((total, file) => total + file[name], 0)

export const DiffStatsSummary = builder.objectRef<readonly FileStats[]>('DiffStatsSummary').implement({
  description: 'Lines added and removed in all files together.',
  fields: t => ({
    additions: t.int({ nullable: false, resolve: files => sum(files, 'additions') }),
    deletions: t.int({ nullable: false, resolve: files => sum(files, 'deletions') }),
    changes: t.int({ nullable: false, resolve: files => sum(files, 'additions') + sum(files, 'deletions') }),
    fileCount: t.int({ nullable: false, resolve: files => files.length }),
  }),
})
