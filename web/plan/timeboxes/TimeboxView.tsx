import { type ReactNode, useRef } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { usePageSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { IssuesByState } from './IssuesByState.tsx'
import { IssuesProgress } from './IssuesProgress.tsx'
import { TimeboxCharts } from './TimeboxCharts.tsx'
import { TimeboxFilter } from './TimeboxFilter.tsx'
import { TimeboxShares } from './TimeboxShares.tsx'
import styles from './TimeboxView.module.css'
import { TimeSummary } from './TimeSummary.tsx'
import { timeboxInput } from './timebox-address.ts'

import type { TimeboxIssues } from './timebox-issues.ts'

type IterationPageData = ReplyOf<typeof import('#contract/plan/timeboxes/iteration-pages.ts').getGroupIterationPage>
type MilestonePageData = ReplyOf<typeof import('#contract/plan/label-and-milestone-pages.ts').getMilestonePage>

interface TimeboxViewProps {
  readonly noun: 'milestone' | 'iteration'
  readonly page: IterationPageData | MilestonePageData
  readonly timebox: IterationPageData['iteration'] | MilestonePageData['milestone']
  readonly name: string
  /** The facts under the name. */
  readonly facts: ReactNode
  readonly actions: ReactNode
  /** The path of the page. */
  readonly path: string
  /** The filter that finds its issues: as an input of the list, and in the address of the list. */
  readonly issues: { readonly box: TimeboxIssues; readonly words: Search }
  /** Asks for the dates, where the viewer may set them. */
  readonly onSetDates?: (() => void) | undefined
}

/** A milestone or an iteration with its issues, and beside or below them its charts, shares and times. */
export function TimeboxView({ noun, page, timebox, name, facts, actions, path, issues, onSetDates }: TimeboxViewProps) {
  const { namespace } = page
  const filterInput = useRef<HTMLInputElement>(null)
  const isFiltered = Object.keys(timeboxInput(usePageSearch())).length > 0
  return (
    <Page>
      <PageHeader title={name} detail={<span className={styles.facts}>{facts}</span>} actions={actions} />
      {timebox.descriptionHtml !== '' && (
        <div className={styles.description}>
          <Prose html={timebox.descriptionHtml} />
        </div>
      )}
      <div className={styles.progress}>
        <IssuesProgress name={name} of={timebox} />
      </div>
      <TimeboxFilter namespace={namespace} inputRef={filterInput} />
      <div className={styles.parts}>
        <IssuesByState
          namespace={namespace}
          noun={noun}
          counts={timebox}
          box={issues.box}
          filterInput={filterInput}
          isFiltered={isFiltered}
          path={path}
          words={issues.words}
        />
        <div className={styles.reports}>
          <TimeboxCharts
            noun={noun}
            startDate={timebox.startDate}
            dueDate={timebox.dueDate}
            days={page.days}
            isFiltered={isFiltered}
            onSetDates={onSetDates}
          />
          <TimeboxShares shares={page.shares} path={path} />
          <TimeSummary times={page.times} />
        </div>
      </div>
    </Page>
  )
}
