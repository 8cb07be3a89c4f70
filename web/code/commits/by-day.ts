import type { Reader } from '#contract/reader.ts'
import { dayIn } from '#web/ui/text/time.ts'
import type { CommitLine } from '../shapes.ts'

interface CommitDay {
  /** `2026-03-10`, in the reader's own zone. */
  readonly day: string
  readonly commits: readonly CommitLine[]
}

/** Commits that follow one another on one day stand together; the order stays as git has it. */
export function byDay(commits: readonly CommitLine[], reader: Reader): readonly CommitDay[] {
  const days: { day: string; commits: CommitLine[] }[] = []
  for (const commit of commits) {
    const day = dayIn(new Date(commit.committedDate), reader)
    const last = days.at(-1)
    if (last?.day === day) last.commits.push(commit)
    else days.push({ day, commits: [commit] })
  }
  return days
}
