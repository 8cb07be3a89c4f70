import { type Oid, oid } from '../objects.ts'
import { git } from '../run.ts'

export type Contributor = { readonly name: string; readonly email: string; readonly commits: number }

/** Who wrote how many commits (merges not counted), most first. Walks all of history: minutes of a very large one end in Unavailable. */
export async function contributors(
  repo: string,
  commitId: Oid,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly Contributor[]> {
  const { stdout } = await git(
    repo,
    ['shortlog', '--summary', '--numbered', '--email', '--no-merges', '--end-of-options', oid(commitId)],
    signal === undefined ? {} : { signal },
  )
  return stdout
    .toString('utf8')
    .split('\n')
    .flatMap(line => {
      const [, commits, name, email] = /^\s*(\d+)\t(.*)<([^<>]*)>$/.exec(line) ?? []
      return commits === undefined
        ? []
        : [{ name: name?.trimEnd() ?? '', email: email ?? '', commits: Number(commits) }]
    })
}
