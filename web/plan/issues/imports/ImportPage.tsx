import { useState } from 'react'
import { issueImportTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { importPagePath } from '#contract/transfer/import-paths.ts'
import type { IssueImport, issueImportPage as pageOperation } from '#contract/transfer/issue-imports.ts'
import { transferTitles } from '#contract/transfer/page-titles.ts'
import { queryOf } from '#web/api/client.ts'
import { cancelIssueImport, issueImportPage, startIssueImport } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useAddress, useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { baseOf } from '#web/plan/place.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { PeopleCard } from '../jira/PeopleCard.tsx'
import styles from './ImportPage.module.css'
import { importInput } from './import-input.ts'
import { failureOf, outcomeOf, remainingOf } from './messages.ts'

type PageData = ReplyOf<typeof pageOperation>
type Row = PageData['rows'][number]

/** An import: what it would do, how far it is, and what came of it. @source LIST-009 */
export function ImportPage() {
  const params = usePageParams()
  const search = usePageSearch()
  const input = importInput(params, search)
  const { data } = useReading(issueImportPage, input, {
    keepPrevious: true,
    topics: page => [issueImportTopic(page.import.id)],
  })
  usePlace({
    title: transferTitles.importIssues,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'issues',
    crumbs:
      data === undefined
        ? []
        : [
            { label: 'Issues', href: `${baseOf(data.namespace)}/issues` },
            { label: transferTitles.importIssues, href: `${baseOf(data.namespace)}/issues/imports/${data.import.id}` },
          ],
  })
  return (
    <Page>
      {data === undefined ? (
        <>
          <PageHeader title={transferTitles.importIssues} />
          <Skeleton rows={6} shape="row" />
        </>
      ) : (
        <Shown page={data} />
      )}
    </Page>
  )
}

function Shown({ page }: { readonly page: PageData }) {
  const { namespace, rows, next } = page
  const path = useAddress().replace(/\?.*/s, '')
  const search = usePageSearch()
  const isFaulty = search.faulty === 'true'
  const isNoticed = search.noticed === 'true'
  const shown = { ...(isFaulty && { faulty: 'true' }), ...(isNoticed && { noticed: 'true' }) }
  const at = (words: Readonly<Record<string, string>>) => {
    const query = queryOf(words)
    return query === '' ? path : `${path}?${query}`
  }
  const [includesImported, setIncludesImported] = useState(false)
  const { totalCount, faultyCount, noticeCount, skippedCount } = page.import
  return (
    <Stack>
      <PageHeader
        title={transferTitles.importIssues}
        detail={
          <>
            {page.import.name} · <RelativeTime at={page.import.createdAt} />
          </>
        }
        actions={<Actions page={page} includesImported={includesImported} />}
      />
      <State imported={page.import} includesImported={includesImported} base={baseOf(namespace)} />
      {page.import.state === 'ready' && page.import.source === 'csv' && skippedCount > 0 && (
        <Checkbox
          label={`Import the ${counted(skippedCount, 'row')} from earlier imports again`}
          checked={includesImported}
          onValue={setIncludesImported}
        />
      )}
      {page.import.state === 'ready' && page.import.people.length > 0 && (
        <PeopleCard namespace={namespace.fullPath} imported={page.import} />
      )}
      {totalCount > 0 && (
        <>
          <LinkTabs
            label="Rows by outcome"
            active={isFaulty ? 'faulty' : isNoticed ? 'noticed' : 'all'}
            tabs={[
              { key: 'all', label: 'All rows', count: totalCount, href: at({}) },
              { key: 'faulty', label: 'Rows with errors', count: faultyCount, href: at({ faulty: 'true' }) },
              ...(noticeCount > 0
                ? [{ key: 'noticed', label: 'Incomplete', count: noticeCount, href: at({ noticed: 'true' }) }]
                : []),
            ]}
          />
          {rows.length === 0 ? (
            <EmptyState title={isFaulty ? 'No rows with errors' : 'No more rows'} />
          ) : (
            <List aria-label="Rows">
              {rows.map(row => (
                <ImportRow
                  key={row.number}
                  row={row}
                  importPathOf={id => importPagePath(namespace.fullPath, id)}
                  isOver={page.import.endedAt !== null}
                />
              ))}
            </List>
          )}
        </>
      )}
      <Pagination
        label="Rows pagination"
        previous={search.after === undefined ? null : at(shown)}
        next={next === null ? null : at({ ...shown, after: String(next) })}
      />
    </Stack>
  )
}

interface ActionsProps {
  readonly page: PageData
  /** The rows that were imported before are imported again. */
  readonly includesImported: boolean
}

function Actions({ page, includesImported }: ActionsProps) {
  const { namespace } = page
  const { id, state, startedAt } = page.import
  const goTo = useGoTo()
  const onError = (error: { readonly message: string }) => showToast(error.message, { tone: 'danger' })
  const start = useOperation(startIssueImport, { refreshes: [issueImportPage], onError })
  const cancel = useOperation(cancelIssueImport, {
    onSuccess: () => {
      if (state === 'ready') goTo(`${baseOf(namespace)}/issues`)
    },
    onError,
  })
  const input = { namespace: namespace.fullPath, id }
  const remaining = remainingOf(page.import)
  if ((state === 'cancelled' || state === 'failed') && startedAt !== null && remaining > 0)
    return (
      <Button variant="primary" busy={start.isPending} onClick={() => start.mutate(input)}>
        Continue import
      </Button>
    )
  if (state !== 'ready' && state !== 'running') return null
  const count = remaining + (includesImported ? page.import.skippedCount : 0)
  return (
    <>
      <Button busy={cancel.isPending} onClick={() => cancel.mutate(input)}>
        {state === 'ready' ? 'Discard' : 'Stop import'}
      </Button>
      {state === 'ready' && (
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={count === 0}
          onClick={() => start.mutate({ ...input, ...(includesImported && { includeImported: true }) })}
        >
          Import {counted(count, 'issue')}
        </Button>
      )}
    </>
  )
}

interface StateProps {
  readonly imported: IssueImport
  readonly includesImported: boolean
  /** The base path of the project's addresses. */
  readonly base: string
}

function State({ imported, includesImported, base }: StateProps) {
  const { state, totalCount, faultyCount, skippedCount, noticeCount, ignoredColumns, newLabels } = imported
  const show = <LinkButton href={`${base}/issues?state=all`}>Show issues</LinkButton>
  switch (state) {
    case 'reading':
      return (
        <Banner title="Reading the issues">
          {counted(totalCount, 'issue')} read. Rows appear here when all of them have been read.
        </Banner>
      )
    case 'ready': {
      const included = includesImported ? skippedCount : 0
      return (
        <Banner tone={faultyCount > 0 ? 'warning' : 'info'} title="Nothing has been created yet">
          {counted(remainingOf(imported) + included, 'issue')} will be created.
          {faultyCount > 0 && ` ${counted(faultyCount, 'row with errors')} will be skipped.`}
          {skippedCount > included && ` ${counted(skippedCount, 'row')} already imported will be skipped.`}
          {ignoredColumns.length > 0 && ` Columns that are not imported: ${ignoredColumns.join(', ')}.`}
          {newLabels.length > 0 && ` New labels: ${newLabels.join(', ')}.`}
        </Banner>
      )
    }
    case 'running': {
      const done = totalCount - remainingOf(imported)
      return (
        <Stack gap={2}>
          <p role="status">
            {done.toLocaleString('en')} of {counted(totalCount, 'row')} done: {outcomeOf(imported)}. You can leave this
            page. You will get an email when the import is finished.
          </p>
          <ProgressBar label="Import" value={done} of={totalCount} />
        </Stack>
      )
    }
    case 'finished':
      return (
        <Banner tone={faultyCount + noticeCount > 0 ? 'warning' : 'success'} title="Import finished" action={show}>
          {outcomeOf(imported)}.
        </Banner>
      )
    case 'failed': {
      const again = imported.source === 'jira' && <LinkButton href={`${base}/import/jira`}>Try again</LinkButton>
      return (
        <Banner tone="danger" title="Import failed" action={totalCount > 0 ? show : again}>
          {failureOf(imported)}
        </Banner>
      )
    }
    case 'cancelled':
      return (
        <Banner tone="warning" title="Import stopped" action={show}>
          {outcomeOf(imported)}. {counted(remainingOf(imported), 'remaining row')} not imported.
        </Banner>
      )
    default:
      return state satisfies never
  }
}

interface ImportRowProps {
  readonly row: Row
  readonly importPathOf: (importId: number) => string
  readonly isOver: boolean
}

function ImportRow({ row, importPathOf, isOver }: ImportRowProps) {
  const title = row.title.trim() === '' ? <span className={styles.untitled}>No title</span> : <bdi>{row.title}</bdi>
  const sentences = [...row.problems, ...row.notices]
  const { earlierImport } = row
  return (
    <ListRow
      leading={<span className={styles.line}>Line {row.line}</span>}
      title={row.issue === null ? title : <TextLink href={row.issue.webPath}>{title}</TextLink>}
      detail={
        earlierImport === null ? (
          sentences.length > 0 && (
            <ul className={styles.problems}>
              {sentences.map(problem => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )
        ) : (
          <span>
            {row.issue === null ? 'Already imported' : `Already imported as ${row.issue.reference}`} from{' '}
            <TextLink href={importPathOf(earlierImport.id)}>{earlierImport.name}</TextLink>{' '}
            <RelativeTime at={earlierImport.createdAt} />
          </span>
        )
      }
      trailing={<Outcome row={row} isOver={isOver} />}
    />
  )
}

function Outcome({ row, isOver }: { readonly row: Row; readonly isOver: boolean }) {
  switch (row.outcome) {
    case 'created':
      return (
        <StatusMark state="success">{row.issue === null ? 'Created' : `Created ${row.issue.reference}`}</StatusMark>
      )
    case 'faulty':
      return <StatusMark state="failed">Has errors</StatusMark>
    case 'skipped':
      return <StatusMark state="skipped">Skipped</StatusMark>
    case 'waiting':
      return isOver ? (
        <StatusMark state="skipped">Not imported</StatusMark>
      ) : (
        <StatusMark state="pending">Will be created</StatusMark>
      )
    default:
      return row.outcome satisfies never
  }
}
