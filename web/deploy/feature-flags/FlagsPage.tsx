import { FilterIcon, GearIcon, PeopleIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import {
  flagPath,
  flagsPath,
  newFlagPath,
  segmentsPath,
  userListsPath,
} from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { featureFlagsTopic } from '#contract/live-topics.ts'
import { getFeatureFlagsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { FlagSwitches, StrategyWords } from './FlagSwitches.tsx'
import styles from './Flags.module.css'
import { flagScopes, flagsInput } from './flag-address.ts'
import { messages } from './messages.ts'
import type { FlagsPageData, ListedFlag } from './shapes.ts'

const ConfigureDialog = onDemand(() => import('./ConfigureDialog.tsx').then(module => module.ConfigureDialog))

/** The feature flags of a project. */
export function FlagsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isError, refetch } = useReading(getFeatureFlagsPage, flagsInput(namespace, usePageSearch()), {
    topics: page => [featureFlagsTopic(page.projectId)],
    keepPrevious: true,
  })
  if (data !== undefined) return <Shown page={data} />
  if (!isError) return <PlaceListSkeleton title={flagTitles.flags} />
  return (
    <Page>
      <PageHeader title={flagTitles.flags} />
      <RetryBanner onRetry={() => void refetch()}>{messages.list}</RetryBanner>
    </Page>
  )
}

function Shown({ page }: { readonly page: FlagsPageData }) {
  const { namespace, permissions, flags, counts } = page
  const path = flagsPath(namespace.fullPath)
  const { scope = 'all', search = '' } = flagsInput(namespace.fullPath, usePageSearch())
  const setSearch = useSetSearch()
  const [typed, setTyped] = useState<string | null>(null)
  const [isConfiguring, setConfiguring] = useState(false)
  usePlace({
    title: flagTitles.flags,
    namespace: shownNamespace(namespace),
    active: 'feature_flags',
    crumbs: [{ label: flagTitles.flags, href: path }],
  })
  const words = (change: { readonly scope?: string; readonly search?: string }) => {
    const next = { scope, search, ...change }
    return {
      ...(next.scope !== 'all' && { scope: next.scope }),
      ...(next.search !== '' && { search: next.search }),
    }
  }
  const ask = (next: string) => {
    setTyped(null)
    setSearch(words({ search: next }))
  }
  const isNew = counts.all === 0 && search === ''
  return (
    <Page>
      <PageHeader
        title={flagTitles.flags}
        actions={
          <>
            {permissions.canAdminClients && (
              <Button icon={<GearIcon />} onClick={() => setConfiguring(true)}>
                Configure
              </Button>
            )}
            <LinkButton icon={<PeopleIcon />} href={userListsPath(namespace.fullPath)}>
              User lists
            </LinkButton>
            <LinkButton icon={<FilterIcon />} href={segmentsPath(namespace.fullPath)}>
              Segments
            </LinkButton>
            {permissions.canAdmin && (
              <LinkButton variant="primary" icon={<PlusIcon />} href={newFlagPath(namespace.fullPath)}>
                New feature flag
              </LinkButton>
            )}
          </>
        }
      />
      <LinkTabs
        label="Feature flags by state"
        active={scope}
        tabs={flagScopes.map(({ key, label }) => ({
          key,
          label: `${label} (${counts[key]})`,
          href: addressOf(path, words({ scope: key })),
        }))}
      />
      <search className={styles.filters}>
        <form
          onSubmit={event => {
            event.preventDefault()
            ask((typed ?? search).trim())
          }}
        >
          <SearchInput
            label="Search feature flags"
            maxLength={255}
            value={typed ?? search}
            onValue={next => (next === '' && search !== '' ? ask('') : setTyped(next))}
          />
        </form>
      </search>
      {page.awaitingReader > 0 && scope !== 'requested' && (
        <Banner
          action={
            <LinkButton size="s" href={addressOf(path, { scope: 'requested' })}>
              View change requests
            </LinkButton>
          }
        >
          {counted(page.awaitingReader, 'change')} of feature flags {page.awaitingReader === 1 ? 'waits' : 'wait'} for
          your approval.
        </Banner>
      )}
      {counts.stale > 0 && scope !== 'stale' && (
        <Banner
          tone="warning"
          action={
            <LinkButton size="s" href={addressOf(path, { scope: 'stale' })}>
              View stale flags
            </LinkButton>
          }
        >
          {counted(counts.stale, 'feature flag')} {counts.stale === 1 ? 'is' : 'are'} stale. Remove them from the code,
          then delete them.
        </Banner>
      )}
      {flags.length > 0 ? (
        <List aria-label="Feature flags">
          {flags.map(flag => (
            <Row key={flag.iid} namespace={namespace} flag={flag} permissions={permissions} />
          ))}
        </List>
      ) : isNew ? (
        <EmptyState
          illustration={<Illustration of="nothing-yet" />}
          title="No feature flags yet"
          action={
            permissions.canAdmin && (
              <LinkButton variant="primary" href={newFlagPath(namespace.fullPath)}>
                Create feature flag
              </LinkButton>
            )
          }
        >
          Turn features of your application on for some users or environments, without a new deployment.
        </EmptyState>
      ) : (
        <NoMatchingResults>
          {search === '' ? 'No feature flag is in this state.' : 'No feature flag matches your search.'}
        </NoMatchingResults>
      )}
      {isConfiguring && (
        <ConfigureDialog projectId={page.projectId} apiUrl={page.apiUrl} onClose={() => setConfiguring(false)} />
      )}
    </Page>
  )
}

interface RowProps {
  readonly namespace: FlagsPageData['namespace']
  readonly flag: ListedFlag
  readonly permissions: FlagsPageData['permissions']
}

function Row({ namespace, flag, permissions }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <div className={styles.line}>
          <Anchor href={flagPath(namespace.fullPath, flag.iid)} className={styles.name}>
            {flag.name}
          </Anchor>
          {flag.stale !== null && <Chip tone="warning">Stale</Chip>}
          {flag.permanent && <Chip>Permanent</Chip>}
          {!flag.active && <Chip>Off everywhere</Chip>}
          {flag.pendingRequests > 0 && <Chip tone="accent">{counted(flag.pendingRequests, 'change request')}</Chip>}
        </div>
        {flag.description !== null && flag.description !== '' && <p className={styles.muted}>{flag.description}</p>}
        {flag.stale !== null && <p className={styles.muted}>{flag.stale}</p>}
        <StrategyWords strategies={flag.strategies} />
      </div>
      <FlagSwitches namespace={namespace} flag={flag} permissions={permissions} />
    </li>
  )
}
