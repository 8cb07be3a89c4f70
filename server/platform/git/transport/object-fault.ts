/** The object that git has refused in a push, in its own words: `error in object <id>: badDate: …`, or `error: object <id>: …` of a small one. */
const fault = /error(?: in|:) object ([0-9a-f]{40}): (\w+):/

/** The last words of git that are kept while a push arrives: a fault may be split between two packets. */
const keptLength = 1_024

/** Read git's messages to the user while it unpacks a push. */
export function faultListener() {
  let heard = ''
  let found: RegExpExecArray | null = null
  return {
    hear: (bytes: Buffer) => {
      if (found !== null) return
      heard = (heard + bytes.toString('latin1')).slice(-keptLength)
      found = fault.exec(heard)
    },
    /** Advice on the fault, in sentences; none where git has found no fault. */
    advice: () => (found === null ? [] : [adviceOn(found[1] ?? '', found[2] ?? '')]),
  }
}

function adviceOn(id: string, kind: string): string {
  const short = id.slice(0, 10)
  if (/date|timezone/i.test(kind))
    return (
      `The date of the object ${short} is invalid. If it is a commit, give it a new date and push again: ` +
      `run "git rebase -i ${short}^", mark the commit with "edit", run "git commit --amend --no-edit --reset-author", then "git rebase --continue".`
    )
  if (/email|name|ident/i.test(kind) && !/ref|path|file|dot|gitmodules|submodule/i.test(kind))
    return (
      `The author or committer of the object ${short} is invalid. If it is a commit, correct it and push again: ` +
      `run "git rebase -i ${short}^", mark the commit with "edit", run "git commit --amend --no-edit --reset-author", then "git rebase --continue".`
    )
  return `The object ${short} is damaged or unsafe (${kind}). Run "git fsck" to find it, rewrite the commits that contain it, and push again.`
}
