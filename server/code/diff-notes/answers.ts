import { sql } from 'kysely'
import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import * as contract from '#contract/code/diffs/diff-notes.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { findersOf, noteOfPage } from '#server/discuss/noteables/noteable.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { answer } from '#server/slice.ts'
import { fileHash } from '../diffs/diff-source.ts'
import { presentLine } from './check.ts'

const { discussionOfPage } = findersOf(issuableKinds.merge_request)

export const diffNoteAnswers = [
  answer(contract.getThreadDiffLines, {
    about: discussionOfPage,
    ability: 'note:read',
    run: async (ctx, first) => {
      const { rows } = await sql<{ lines: string }>`
        select coalesce(p.excerpt, '[]')::text as lines from note_positions p where p.note_id = ${first.id}`.execute(
        ctx.db,
      )
      return new RawJson(`{"truncated_diff_lines":${rows[0]?.lines ?? '[]'}}`)
    },
  }),
  answer(contract.getOutdatedLineChange, {
    about: noteOfPage,
    ability: 'note:read',
    run: async (ctx, note) => {
      const { rows } = await sql<{ details: { readonly change?: string; readonly path?: string } | null }>`
        select system_details as details from notes where id = ${note.id} and system_action = 'outdated'`.execute(
        ctx.db,
      )
      const { change = '', path = '' } = rows[0]?.details ?? {}
      const hash = fileHash(path)
      const lines = readHunks(change).flatMap(hunk => hunk.lines.map(line => presentLine(hash, line)))
      return new RawJson(JSON.stringify(lines))
    },
  }),
]
