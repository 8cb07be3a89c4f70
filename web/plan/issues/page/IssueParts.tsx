import { useState } from 'react'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { atRest } from '#web/ui/at-rest.ts'
import { LatePart } from '#web/ui/LatePart.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './IssueParts.module.css'
import { useIncidentTab } from './incident-tab.ts'
import { useIssuePage } from './issue-page-context.ts'
import { type IssuePartsProps, issueParts, mayCreateBranch } from './issue-parts.ts'

const Parts = onDemand(() => issueParts.load().then(({ LateIssueParts }) => LateIssueParts), { holdsKeys: false })

/**
 * The parts of higher floors. Where the server has drawn them, the drawing stands until the parts are loaded, at rest; elsewhere
 * their places are there from the first view.
 */
export function IssueParts(props: IssuePartsProps) {
  const page = useIssuePage()
  const tab = useIncidentTab()
  const mark = `${page.issue.id}${props.part ?? ''}`
  // A change of the page meanwhile gives up the server's drawing for the fallback, which shows a copy of it.
  const [__html] = useState(() =>
    import.meta.env.SSR ? '' : (document.querySelector(`[data-parts="${mark}"]`)?.innerHTML ?? ''),
  )
  return (
    <div
      className={classOf(props, page)}
      data-parts={mark}
      data-highlights={(page.hasAlert && tab === 'summary') || undefined}
    >
      <LatePart
        name={`part${mark}-`}
        // A tab that was opened does not wait.
        load={() => (props.part === 'panel' ? Parts.ahead() : load(page))}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is drawn by the server, which escapes all text
        fallback={__html && <div dangerouslySetInnerHTML={{ __html }} />}
      >
        <Parts {...props} />
      </LatePart>
    </div>
  )
}

function classOf({ part }: IssuePartsProps, page: IssuePageData): string | undefined {
  if (part !== undefined) return styles[part]
  return mayCreateBranch(page) ? styles.button : undefined
}

async function load(page: IssuePageData): Promise<void> {
  if (!import.meta.env.SSR) await new Promise<void>(atRest)
  // A part that does not come says so itself.
  await Parts.ahead()
  await issueParts
    .load()
    .then(({ takeAnswers }) => takeAnswers(page))
    .catch(() => undefined)
}
