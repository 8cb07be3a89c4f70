import { LinkExternalIcon, LockIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type {
  EnvironmentOnPage,
  EnvironmentsPage as EnvironmentsPageData,
} from '#contract/deploy/environments/environment-pages.ts'
import {
  environmentPath,
  environmentsPath,
  newEnvironmentPath,
} from '#contract/deploy/environments/environment-paths.ts'
import { environmentTiers } from '#contract/deploy/environments/environment-words.ts'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { environmentsTopic, projectTopic } from '#contract/live-topics.ts'
import { environmentsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { DeploymentFacts, DeploymentMarks } from './DeploymentFacts.tsx'
import styles from './Environments.module.css'
import { type EnvironmentListState, environmentListState, environmentsInput, searchOf } from './environment-address.ts'
import { FreezeBanner } from './FreezeBanner.tsx'
import { tierLabels } from './words.ts'

/** The environments of a project by tier, each with the deployment that it has now. */
export function EnvironmentsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isError, refetch } = useReading(environmentsPage, environmentsInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [environmentsTopic(page.namespace.id), projectTopic(page.namespace.id)],
  })
  if (data !== undefined) return <Shown page={data} />
  if (!isError) return <PlaceListSkeleton title={deployTitles.environments} />
  return (
    <Page>
      <PageHeader title={deployTitles.environments} />
      <RetryBanner onRetry={refetch}>Could not load the environments.</RetryBanner>
    </Page>
  )
}

function Shown({ page }: { readonly page: EnvironmentsPageData }) {
  const { namespace, environments, counts, permissions, hasNext } = page
  const path = environmentsPath(namespace.fullPath)
  usePlace({
    title: deployTitles.environments,
    namespace: shownNamespace(namespace),
    active: 'environments',
    crumbs: [{ label: deployTitles.environments, href: path }],
  })
  const state = environmentListState(usePageSearch())
  const addressFor = (change: Partial<EnvironmentListState>) =>
    addressOf(path, searchOf({ ...state, page: 1, ...change }))
  const create = permissions.canUpdateEnvironments && (
    <LinkButton variant="primary" icon={<PlusIcon />} href={newEnvironmentPath(namespace.fullPath)}>
      New environment
    </LinkButton>
  )
  const isNew = counts.available + counts.stopped === 0
  return (
    <Page>
      <PageHeader title={deployTitles.environments} actions={!isNew && create} />
      <FreezeBanner freeze={page.freeze} />
      {isNew ? (
        <EmptyState
          illustration={<Illustration of="nothing-yet" />}
          title="No environments yet"
          action={create || undefined}
        >
          Environments show what is deployed where. CI creates them when it reports a deployment through the API, or
          sets a commit status named deploy:production.
        </EmptyState>
      ) : (
        <>
          <LinkTabs
            label="Environments by state"
            active={state.state}
            tabs={[
              { key: 'available', label: `Available (${counts.available})`, href: addressFor({ state: 'available' }) },
              { key: 'stopped', label: `Stopped (${counts.stopped})`, href: addressFor({ state: 'stopped' }) },
            ]}
          />
          <Search state={state} />
          {environments.length === 0 ? (
            state.search === '' ? (
              <EmptyState illustration={<Illustration of="all-done" />} title={`No ${state.state} environments`} />
            ) : (
              <NoMatchingResults>No {state.state} environment matches your search.</NoMatchingResults>
            )
          ) : (
            environmentTiers.map(tier => {
              const ofTier = environments.filter(each => each.tier === tier)
              return (
                ofTier.length > 0 && (
                  <section key={tier} aria-label={tierLabels[tier]}>
                    <h2 className={styles.heading}>{tierLabels[tier]}</h2>
                    <List>
                      {ofTier.map(environment => (
                        <EnvironmentRow key={environment.id} page={page} environment={environment} />
                      ))}
                    </List>
                  </section>
                )
              )
            })
          )}
          <Pagination
            label="Environments pagination"
            previous={state.page > 1 ? addressFor({ page: state.page - 1 }) : null}
            next={hasNext ? addressFor({ page: state.page + 1 }) : null}
          />
        </>
      )}
    </Page>
  )
}

function Search({ state }: { readonly state: EnvironmentListState }) {
  const setSearch = useSetSearch()
  const [typed, setTyped] = useState<string | null>(null)
  const ask = (search: string) => {
    setTyped(null)
    setSearch(searchOf({ ...state, search: search.trim(), page: 1 }))
  }
  return (
    <form
      className={styles.search}
      onSubmit={event => {
        event.preventDefault()
        ask(typed ?? state.search)
      }}
    >
      <SearchInput
        label="Search environments"
        maxLength={255}
        value={typed ?? state.search}
        onValue={next => (next === '' && state.search !== '' ? ask('') : setTyped(next))}
      />
    </form>
  )
}

interface EnvironmentRowProps {
  readonly page: EnvironmentsPageData
  readonly environment: EnvironmentOnPage
}

function EnvironmentRow({ page: { namespace, permissions }, environment }: EnvironmentRowProps) {
  const { id, name, externalUrl, isProtected, current, upcoming } = environment
  const facts = { namespace: namespace.fullPath, canReadCode: permissions.canReadCode }
  return (
    <ListRow
      title={
        <TextLink tone="plain" href={environmentPath(namespace.fullPath, id)}>
          <bdi>{name}</bdi>
        </TextLink>
      }
      badges={isProtected && <Chip icon={<LockIcon size={12} />}>Protected</Chip>}
      detail={
        <span className={styles.lines}>
          {[current, upcoming].map(
            deployment =>
              deployment !== null && (
                <span key={deployment.id} className={styles.line}>
                  <DeploymentMarks deployment={deployment} />
                  <DeploymentFacts deployment={deployment} {...facts} />
                </span>
              ),
          )}
          {current === null && upcoming === null && <span className={styles.none}>Nothing deployed yet</span>}
        </span>
      }
      trailing={
        externalUrl !== null && (
          <TextLink
            href={externalUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open ${name}`}
            className={styles.open}
          >
            Open <LinkExternalIcon size={12} />
          </TextLink>
        )
      }
    />
  )
}
