import { GlobeIcon, LocationIcon, MailIcon, OrganizationIcon, PencilIcon } from '@primer/octicons-react'
import { type ReactNode, Suspense } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { usePlace } from '#web/api/place.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Chip } from '../Chip.tsx'
import { useEmojiOf } from '../emoji/emojis.ts'
import { Pages } from '../places/Pages.tsx'
import { ProjectRow } from '../places/PlaceRows.tsx'
import type { UserHome } from '../places/place.ts'
import { usePageNumber, type useSearchBox } from '../places/search-box.ts'
import { profileActions, profileParts } from './profile-actions.ts'
import styles from './UserHomePage.module.css'

interface UserHomePageProps {
  readonly user: UserHome
  readonly box: ReturnType<typeof useSearchBox>
}

export function UserHomePage({ user, box }: UserHomePageProps) {
  usePlace({
    title: user.name,
    namespace: null,
    active: null,
    crumbs: [{ label: user.name, href: `/${user.username}` }],
  })
  const page = usePageNumber()
  const isNew = user.projects.length === 0 && box.asked === undefined && page === undefined
  return (
    <Page>
      <div className={styles.columns}>
        <ProfileCard user={user} />
        <div className={styles.main}>
          <section aria-label="Projects">
            <div className={styles.tools}>
              <h2 className={styles.heading}>Projects</h2>
              {!isNew && <SearchInput label="Search projects" size="s" value={box.text} onValue={box.setText} />}
            </div>
            {user.projects.length > 0 ? (
              <List aria-label="Projects">
                {user.projects.map(project => (
                  <ProjectRow key={project.id} project={project} within={user.name} />
                ))}
              </List>
            ) : isNew ? (
              <EmptyState
                illustration={<Illustration of="nothing-yet" />}
                title="No personal projects"
                headingLevel={3}
                action={
                  user.isSelf && (
                    <LinkButton href="/projects/new" variant="primary">
                      Create a project
                    </LinkButton>
                  )
                }
              >
                {user.isSelf
                  ? 'Your projects appear here.'
                  : `${user.name} has no personal projects you can access. Projects of groups are not listed here.`}
              </EmptyState>
            ) : (
              <EmptyState
                illustration={<Illustration of="nothing-found" />}
                title="No projects found"
                headingLevel={3}
              />
            )}
            <Pages label="Projects pagination" hasNext={user.hasNext} />
          </section>
          {profileParts.map(({ key, label, component: Part }) => (
            <ErrorBoundary key={key} label={label} resetKey={String(user.id)}>
              <Suspense fallback={<Skeleton rows={4} shape="row" label={`Loading: ${label}`} />}>
                <Part user={user} />
              </Suspense>
            </ErrorBoundary>
          ))}
        </div>
      </div>
    </Page>
  )
}

function ProfileCard({ user }: { readonly user: UserHome }) {
  const { profile, status } = user
  const emojiOf = useEmojiOf(status?.emoji ? [status.emoji] : [])
  const work = [profile?.jobTitle, profile?.organization].filter(Boolean).join(' at ')
  return (
    <section aria-label="Profile" className={styles.profile}>
      <Avatar {...user} sizePx={96} named={false} />
      <div>
        <h1 className={styles.name}>
          {user.name}
          {status?.availability === 'busy' && <span className={styles.busy}> (Busy)</span>}
        </h1>
        <p className={styles.username}>
          @{user.username}
          {profile?.pronouns && <span> · {profile.pronouns}</span>}
        </p>
      </div>
      {user.state !== 'active' && <Chip tone="warning">{stateWords[user.state] ?? user.state}</Chip>}
      {user.isBot && <Chip>Bot</Chip>}
      {status && (status.emoji !== null || status.message !== null) && (
        <p className={styles.status}>
          {status.emoji !== null && <span aria-hidden="true">{emojiOf(status.emoji)}</span>}
          <span>{status.message}</span>
        </p>
      )}
      {user.isSelf && (
        <LinkButton href="/-/user_settings/profile" icon={<PencilIcon />} block>
          Edit profile
        </LinkButton>
      )}
      {profile === null ? (
        <p className={styles.muted}>This profile is private.</p>
      ) : (
        <>
          {profile.bio !== '' && <p className={styles.bio}>{profile.bio}</p>}
          <ul className={styles.facts}>
            {work !== '' && <Fact icon={<OrganizationIcon />}>{work}</Fact>}
            {profile.location !== '' && <Fact icon={<LocationIcon />}>{profile.location}</Fact>}
            {profile.publicEmail !== '' && (
              <Fact icon={<MailIcon />}>
                <TextLink href={`mailto:${profile.publicEmail}`}>{profile.publicEmail}</TextLink>
              </Fact>
            )}
            {/^https?:\/\//i.test(profile.websiteUrl) && (
              <Fact icon={<GlobeIcon />}>
                <TextLink href={profile.websiteUrl} rel="me nofollow noopener noreferrer" target="_blank">
                  {profile.websiteUrl.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
                </TextLink>
              </Fact>
            )}
          </ul>
          <p className={styles.muted}>Joined {dayWords(profile.createdAt.slice(0, 10))}</p>
        </>
      )}
      {profileActions.map(({ key, component: Action }) => (
        <Action key={key} user={user} />
      ))}
    </section>
  )
}

const stateWords: Readonly<Record<string, string>> = {
  blocked: 'Blocked',
  banned: 'Banned',
  deactivated: 'Deactivated',
  blocked_pending_approval: 'Waiting for approval',
}

function Fact({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className={styles.fact}>
      {icon}
      <span>{children}</span>
    </li>
  )
}
