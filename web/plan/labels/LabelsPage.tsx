import {
  ArrowDownIcon,
  ArrowUpIcon,
  BellIcon,
  BellSlashIcon,
  KebabHorizontalIcon,
  PlusIcon,
  StarFillIcon,
  StarIcon,
} from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupLabelsPage, getLabelsPage } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { useSearchBox } from '#web/foundation/places/search-box.ts'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { pageInput } from '../page-input.ts'
import {
  archiveLabel,
  deleteLabel,
  type LabelData,
  type LabelsPageData,
  labelReadings,
  prioritizeLabel,
  promoteLabel,
  subscribeToLabel,
} from './calls.ts'
import { LabelDialog } from './LabelDialog.tsx'
import styles from './LabelsPage.module.css'
import { MergeLabelDialog } from './MergeLabelDialog.tsx'

export function LabelsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isPlaceholderData } = useReading(getLabelsPage, pageInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => planTopics(page.namespace),
  })
  return data === undefined ? <PlaceListSkeleton title="Labels" /> : <Shown page={data} isBehind={isPlaceholderData} />
}

export function GroupLabelsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isPlaceholderData } = useReading(getGroupLabelsPage, pageInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => planTopics(page.namespace),
  })
  return data === undefined ? <PlaceListSkeleton title="Labels" /> : <Shown page={data} isBehind={isPlaceholderData} />
}

type Open =
  | { readonly what: 'form'; readonly label: LabelData | null }
  | { readonly what: 'delete'; readonly label: LabelData }
  | { readonly what: 'merge'; readonly label: LabelData }
  | { readonly what: 'promote'; readonly label: LabelData }

interface ShownLabelsProps {
  readonly page: LabelsPageData
  /** A changed address is being asked for; the page is of the former one. */
  readonly isBehind: boolean
}

const isRanked = ({ priority }: LabelData): boolean => typeof priority === 'number'

/** Prioritized labels first, in their order. */
const inSections = (labels: readonly LabelData[]): readonly LabelData[] => [
  ...labels.filter(isRanked).sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0)),
  ...labels.filter(label => !isRanked(label)),
]

function Shown({ page, isBehind }: ShownLabelsProps) {
  const { namespace, permissions, labels } = page
  const current = useMemo(() => inSections(labels), [labels])
  const key = JSON.stringify([namespace.id, usePageSearch(), isBehind])
  // A label that changes its section leaves one row and arrives as another.
  const steady = useSteadyList(key, current, label => `${isRanked(label)} ${label.id}`, useOwnChange())
  const base = baseOf(namespace)
  usePlace({
    title: planTitles.labels,
    namespace: shownNamespace(namespace),
    active: 'labels',
    crumbs: [{ label: 'Labels', href: `${base}/labels` }],
  })
  const box = useSearchBox()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const remove = useCall((label: LabelData) => deleteLabel(namespace, label.id), {
    refreshes: labelReadings,
    onSuccess: close,
  })
  const promote = useCall((label: LabelData) => promoteLabel(namespace, label.id), {
    refreshes: labelReadings,
    onSuccess: close,
  })
  const ranked = steady.rows.filter(isRanked)
  const rest = steady.rows.filter(label => !isRanked(label))
  const row = (label: LabelData, at: number) => (
    <LabelRow
      key={label.id}
      page={page}
      label={label}
      ranked={ranked}
      rank={isRanked(label) ? at : null}
      onOpen={setOpen}
    />
  )
  return (
    <Page>
      <PageHeader
        title="Labels"
        detail="Use labels to categorize and prioritize issues."
        actions={
          permissions.canAdminLabels && (
            <Button variant="primary" icon={<PlusIcon />} onClick={() => setOpen({ what: 'form', label: null })}>
              New label
            </Button>
          )
        }
      />
      <div className={styles.search}>
        <SearchInput label="Search labels" value={box.text} onValue={box.setText} />
      </div>
      <SteadyArea of={steady} noun="label">
        {steady.rows.length === 0 ? (
          box.asked === undefined ? (
            <EmptyState
              illustration={<Illustration of="nothing-yet" />}
              title="No labels yet"
              action={
                permissions.canAdminLabels && (
                  <Button variant="primary" icon={<PlusIcon />} onClick={() => setOpen({ what: 'form', label: null })}>
                    New label
                  </Button>
                )
              }
            >
              Start with a few types of work, such as bug, feature and question.
            </EmptyState>
          ) : (
            <NoMatchingResults>No label name or description matches your search.</NoMatchingResults>
          )
        ) : (
          <>
            {ranked.length > 0 && (
              <section className={styles.section} aria-labelledby="prioritized-labels">
                <h2 id="prioritized-labels" className={styles.heading}>
                  Prioritized labels
                </h2>
                <p className={styles.detail}>Issues sorted by label priority follow this order, highest first.</p>
                <List aria-labelledby="prioritized-labels">{ranked.map(row)}</List>
              </section>
            )}
            {rest.length > 0 && (
              <section className={styles.section} aria-labelledby={ranked.length > 0 ? 'other-labels' : undefined}>
                {ranked.length > 0 && (
                  <h2 id="other-labels" className={styles.heading}>
                    Other labels
                  </h2>
                )}
                <List aria-label="Labels">{rest.map(row)}</List>
              </section>
            )}
          </>
        )}
      </SteadyArea>
      <Pages label="Labels pagination" hasNext={page.hasNext} />
      {open?.what === 'form' && (
        <LabelDialog
          namespace={namespace}
          // The label in its current state, not as it was when the dialog was opened.
          label={labels.find(label => label.id === open.label?.id) ?? open.label}
          onClose={close}
        />
      )}
      {open?.what === 'merge' && <MergeLabelDialog namespace={namespace} label={open.label} onClose={close} />}
      {open?.what === 'promote' && (
        <ConfirmDialog
          title={`Promote label ${open.label.name} to group label?`}
          confirm="Promote label"
          tone="plain"
          write={promote}
          onConfirm={() => promote.mutate(open.label)}
          onClose={close}
        >
          <p>
            All projects of the group will be able to use it. Labels with the same title in its other projects will be
            merged into it. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
      {open?.what === 'delete' && (
        <ConfirmDialog
          title={`Delete label ${open.label.name}?`}
          confirm="Delete label"
          write={remove}
          onConfirm={() => remove.mutate(open.label)}
          onClose={close}
        >
          <p>
            {used(open.label)} This cannot be undone. To keep the label on existing issues but stop new use, archive it
            instead.
          </p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

function used({ openIssuesCount = 0, closedIssuesCount = 0 }: LabelData): string {
  const count = openIssuesCount + closedIssuesCount
  if (count === 0) return 'No issues use this label.'
  return count === 1 ? 'It will be removed from 1 issue.' : `It will be removed from ${count} issues.`
}

interface LabelRowProps {
  readonly page: LabelsPageData
  readonly label: LabelData
  readonly ranked: readonly LabelData[]
  /** The position among the prioritized labels; null for the others. */
  readonly rank: number | null
  readonly onOpen: (open: Open) => void
}

function LabelRow({ page, label, ranked, rank, onOpen }: LabelRowProps) {
  const { namespace, permissions } = page
  const isProject = namespace.kind === 'project'
  const isOwn = isProject ? label.isProjectLabel === true : true
  const canRank = isProject && permissions.canAdminLabels
  const quiet = { refreshes: labelReadings, saysErrors: true }
  const rankAs = useCall((priority: number | null) => prioritizeLabel(namespace, label.id, priority), quiet)
  const move = useCall((by: 1 | -1) => exchange(namespace, ranked, rank ?? 0, by), quiet)
  const subscribe = useCall((wanted: boolean) => subscribeToLabel(namespace, label.id, wanted), quiet)
  const archive = useCall((archived: boolean) => archiveLabel(namespace, label.id, archived), quiet)
  const href = `${baseOf(namespace)}/issues?labels[]=${encodeURIComponent(filterTitle(label.name))}`
  const items: readonly MenuItem[] = [
    { label: 'Edit', onSelect: () => onOpen({ what: 'form', label }) },
    { label: label.archived ? 'Unarchive' : 'Archive', onSelect: () => archive.mutate(!label.archived) },
    ...(isProject && namespace.fullPath.includes('/')
      ? [{ label: 'Promote to group label', onSelect: () => onOpen({ what: 'promote', label }) } as const]
      : []),
    { label: 'Merge into another label', onSelect: () => onOpen({ what: 'merge', label }) },
    { kind: 'separator' },
    { label: 'Delete', tone: 'danger', onSelect: () => onOpen({ what: 'delete', label }) },
  ]
  return (
    <li className={styles.row}>
      {canRank && (
        <IconButton
          size="s"
          label={rank === null ? `Prioritize ${label.name}` : `Remove priority from ${label.name}`}
          aria-pressed={rank !== null}
          icon={rank === null ? <StarIcon /> : <StarFillIcon />}
          onClick={() => rankAs.mutate(rank === null ? (ranked.at(-1)?.priority ?? 0) + 1 : null)}
        />
      )}
      <span className={styles.chip}>
        <LabelChip title={label.name} color={label.color} textColor={label.textColor} href={href} />
      </span>
      <span className={styles.words}>
        {label.description && <bdi>{label.description}</bdi>}{' '}
        {label.archived && <span className={styles.note}>Archived</span>}
        {isProject && !isOwn && <span className={styles.note}>Group label</span>}
      </span>
      <TextLink tone="muted" href={href} className={styles.count}>
        {label.openIssuesCount === 1 ? '1 open issue' : `${label.openIssuesCount ?? 0} open issues`}
      </TextLink>
      <span className={styles.actions}>
        {canRank && rank !== null && ranked.length > 1 && (
          <>
            <IconButton
              size="s"
              label={`Move ${label.name} up`}
              icon={<ArrowUpIcon />}
              disabled={rank === 0 || move.isPending}
              onClick={() => move.mutate(-1)}
            />
            <IconButton
              size="s"
              label={`Move ${label.name} down`}
              icon={<ArrowDownIcon />}
              disabled={rank === ranked.length - 1 || move.isPending}
              onClick={() => move.mutate(1)}
            />
          </>
        )}
        {permissions.canSubscribe && (
          <IconButton
            size="s"
            label={label.subscribed ? `Unsubscribe from ${label.name}` : `Subscribe to ${label.name}`}
            aria-pressed={label.subscribed}
            icon={label.subscribed ? <BellIcon /> : <BellSlashIcon />}
            onClick={() => subscribe.mutate(!label.subscribed)}
          />
        )}
        {permissions.canAdminLabels && isOwn && (
          <Menu
            label={`Actions for ${label.name}`}
            placement="bottom-end"
            trigger={<IconButton size="s" label={`Actions for ${label.name}`} icon={<KebabHorizontalIcon />} />}
            items={items}
          />
        )}
      </span>
    </li>
  )
}

/** A label and its neighbour take each other's priorities. */
async function exchange(
  namespace: LabelsPageData['namespace'],
  ranked: readonly LabelData[],
  at: number,
  by: 1 | -1,
): Promise<void> {
  const label = ranked[at]
  const other = ranked[at + by]
  if (!label || !other) return
  // Equal numbers would change nothing: then the one that goes up gets the next one below.
  const [mine, theirs] = [label.priority ?? 0, other.priority ?? 0]
  await prioritizeLabel(namespace, label.id, mine === theirs ? Math.max(theirs + by, 0) : theirs)
  await prioritizeLabel(namespace, other.id, mine === theirs && theirs + by < 0 ? 1 : mine)
}
