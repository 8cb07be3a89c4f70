// A gallery of the components, for developers: `npm run dev`, then /shell/gallery/. It is not part of the build.

import {
  BellIcon,
  CalendarIcon,
  FileDirectoryIcon,
  GearIcon,
  GitBranchIcon,
  HomeIcon,
  IssueOpenedIcon,
  KebabHorizontalIcon,
  MilestoneIcon,
  PencilIcon,
  PeopleIcon,
  PlusIcon,
  TagIcon,
  TasklistIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CodeFrame, CodeRow } from '#web/code/lines/CodeRows.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { SplitButton } from '#web/ui/actions/SplitButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { AppShell } from '../AppShell.tsx'
import { ConnectionSign } from '../ConnectionSign.tsx'
import { Navigation } from '../Navigation.tsx'
import { TopBar } from '../TopBar.tsx'
import '#web/ui/base.css'
import { Spinner } from '#web/ui/actions/Spinner.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { FilterBar, type FilterToken } from '#web/ui/forms/lists/FilterBar.tsx'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Breadcrumbs } from '#web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { Sidebar } from '#web/ui/layout/Sidebar.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { LinkTabs, Tabs } from '#web/ui/layout/Tabs.tsx'
import { WithSidebar } from '#web/ui/layout/WithSidebar.tsx'
import { CommandPalette } from '#web/ui/overlays/CommandPalette.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ToastRegion } from '#web/ui/overlays/Toast.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { KeyHint } from '#web/ui/text/KeyHint.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { applyTheme, themes } from '#web/ui/theme.ts'
import styles from './gallery.module.css'
import sample from './sample.html?raw'

const people = [
  { id: 1, name: 'Olga Berg', username: 'olga' },
  { id: 2, name: 'Mina Okafor', username: 'mina' },
  { id: 3, name: 'Dan Rivera', username: 'dan' },
  { id: 4, name: 'Rita Sato', username: 'rita' },
  { id: 5, name: 'Gus Lind', username: 'gus' },
]
const personOptions: readonly Option[] = people.map((person, index) => ({
  id: String(person.id),
  text: person.name,
  detail: `@${person.username}`,
  leading: <Avatar {...person} named={false} />,
  group: index < 3 ? 'Members' : 'Others',
}))
const labels = [
  { title: 'bug', color: '#d9534f' },
  { title: 'priority::high', color: '#f0ad4e' },
  { title: 'area::repository', color: '#428bca' },
  { title: 'documentation', color: '#0b7a63' },
  { title: 'good first issue', color: '#7057ff' },
  { title: 'needs discussion', color: '#ffe9a8' },
]
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function Gallery() {
  const [folded, setFolded] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [query, setQuery] = useState('')
  return (
    <>
      <AppShell
        folded={folded}
        navigation={place => (
          <Navigation
            owner={{ id: 12, name: 'Shuttle', kind: 'Project', href: '#shuttle' }}
            active="issues"
            folded={place.isFolded}
            {...(place.onFollow ? { onFollow: place.onFollow } : { onFolded: setFolded })}
            sections={[
              {
                label: null,
                items: [
                  { key: 'home', label: 'Overview', href: '#home', icon: HomeIcon },
                  { key: 'members', label: 'Members', href: '#members', icon: PeopleIcon },
                ],
              },
              {
                label: 'Plan',
                items: [
                  { key: 'issues', label: 'Issues', href: '#issues', icon: IssueOpenedIcon, count: 1284 },
                  { key: 'milestones', label: 'Milestones', href: '#milestones', icon: MilestoneIcon },
                  { key: 'labels', label: 'Labels', href: '#labels', icon: TagIcon },
                ],
              },
              {
                label: 'Code',
                items: [
                  { key: 'files', label: 'Files', href: '#files', icon: FileDirectoryIcon },
                  { key: 'branches', label: 'Branches', href: '#branches', icon: GitBranchIcon, count: 18 },
                ],
              },
              { label: 'Manage', items: [{ key: 'settings', label: 'Settings', href: '#s', icon: GearIcon }] },
            ]}
          />
        )}
        bar={
          <TopBar
            homeHref="#"
            breadcrumbs={
              <Breadcrumbs
                crumbs={[
                  { label: 'Loomworks', href: '#loomworks' },
                  { label: 'Shuttle', href: '#shuttle' },
                  { label: 'Issues', href: '#issues' },
                ]}
              />
            }
            onSearch={() => setPaletteOpen(true)}
            connection={<ConnectionSign state="connecting" />}
            createMenu={
              <Menu
                label="Create"
                placement="bottom-end"
                trigger={<IconButton label="Create" icon={<PlusIcon />} />}
                items={[
                  { label: 'New issue', icon: <IssueOpenedIcon />, keyHint: 'C', onSelect: () => showToast('Created') },
                  { kind: 'link', label: 'New project', icon: <FileDirectoryIcon />, href: '#new' },
                  { kind: 'separator' },
                  { kind: 'heading', label: 'In Loomworks' },
                  { label: 'Invite people', icon: <PeopleIcon />, detail: 'By name or by mail', onSelect: () => {} },
                ]}
              />
            }
            todos={<IconButton label="To-do list, 3 open" icon={<TasklistIcon />} />}
            userMenu={<Avatar id={2} name="Mina Okafor" sizePx={24} />}
          />
        }
      >
        <Page>
          <ThemeChoice />
          <IssueLike />
          <ListLike />
          <Parts />
        </Page>
      </AppShell>
      {isPaletteOpen && (
        <CommandPalette
          query={query}
          onQuery={setQuery}
          options={personOptions}
          onPick={() => setPaletteOpen(false)}
          onClose={() => setPaletteOpen(false)}
        />
      )}
      <ToastRegion />
    </>
  )
}

function ThemeChoice() {
  return (
    <div className={styles.row}>
      <Select
        aria-label="Theme"
        size="s"
        options={themes.map(theme => ({ value: theme, label: theme }))}
        onValue={applyTheme}
      />
    </div>
  )
}

function IssueLike() {
  const [folded, setFolded] = useState(false)
  const [assignees, setAssignees] = useState<readonly string[]>(['2', '3'])
  const [weight, setWeight] = useState<number | null>(3)
  const [due, setDue] = useState<string | null>('2026-12-01')
  return (
    <>
      <PageHeader
        title="Pushing to a renamed project follows the redirect twice"
        badges={<StateBadge state="opened" look="solid" />}
        detail={
          <>
            Opened <RelativeTime at={minutesAgo(190)} /> by <TextLink href="#mina">Mina Okafor</TextLink>
          </>
        }
        actions={
          <>
            <Button icon={<PencilIcon />}>Edit</Button>
            <SplitButton
              menuLabel="More ways to close"
              items={[
                { label: 'Close as duplicate', onSelect: () => {} },
                { label: 'Delete issue', icon: <TrashIcon />, tone: 'danger', onSelect: () => {} },
              ]}
            >
              Close issue
            </SplitButton>
          </>
        }
      />
      <WithSidebar
        main={
          <Card>
            <Markdown html={sample} />
          </Card>
        }
      >
        <Sidebar label="Issue attributes" folded={folded} onFolded={setFolded}>
          <SidebarField
            label="Assignees"
            editable
            closeLabel="Apply"
            icon={<PeopleIcon />}
            summary={assignees.length}
            editor={close => (
              <Picker
                label="Assignees"
                multiple
                options={personOptions}
                selected={assignees}
                onChange={setAssignees}
                none="Unassigned"
                onClose={close}
              />
            )}
          >
            <Stack gap={1}>
              {people
                .filter(person => assignees.includes(String(person.id)))
                .map(person => (
                  <span key={person.id} className={styles.person}>
                    <Avatar {...person} named={false} /> {person.name}
                  </span>
                ))}
            </Stack>
          </SidebarField>
          <SidebarField
            label="Labels"
            editable
            icon={<TagIcon />}
            summary={labels.length}
            editor={() => (
              <Picker
                label="Labels"
                multiple
                options={labels.map(label => ({
                  id: label.title,
                  text: label.title,
                  leading: <span className={styles.swatch} style={{ background: label.color }} />,
                }))}
                selected={['bug']}
                onChange={() => {}}
                create={{ label: text => `Create label “${text}”`, run: text => showToast(`Created ${text}`) }}
              />
            )}
          >
            {labels.map(label => (
              <LabelChip key={label.title} {...label} href="#label" />
            ))}
          </SidebarField>
          <SidebarField label="Milestone" editable busy icon={<MilestoneIcon />} summary="1.4" editor={() => null}>
            <TextLink href="#m" tone="plain">
              1.4 Twill
            </TextLink>
          </SidebarField>
          <SidebarField
            label="Weight"
            editable
            icon={<TasklistIcon />}
            summary={weight}
            error="Weight could not be saved."
            editorPlace="inline"
            editor={() => <NumberInput aria-label="Weight" autoFocus min={0} value={weight} onValue={setWeight} />}
          >
            {weight ?? 'None'}
          </SidebarField>
          <SidebarField
            label="Due date"
            editable
            icon={<CalendarIcon />}
            summary="Dec 1"
            editorPlace="inline"
            editor={() => <DatePicker label="Due date" value={due} onValue={setDue} firstDay={1} />}
          >
            {due ?? 'None'}
          </SidebarField>
          <SidebarField label="Participants" count={5} icon={<PeopleIcon />} summary={5}>
            <AvatarStack label="Participants" people={people} most={4} sizePx={24} />
          </SidebarField>
          <SidebarField
            label="Notifications"
            icon={<BellIcon />}
            summary="On"
            control={<Switch label="On" defaultChecked />}
          />
        </Sidebar>
      </WithSidebar>
    </>
  )
}

function ListLike() {
  const [tokens, setTokens] = useState<readonly FilterToken[]>([
    { key: 'a', field: 'Author', operator: 'is', value: 'Mina Okafor', face: 'Mina Okafor' },
    {
      key: 'l',
      field: 'Label',
      operator: 'is not',
      value: 'bug',
      face: <LabelChip title="bug" color="#d9534f" size="s" />,
    },
  ])
  const [text, setText] = useState('')
  return (
    <section className={styles.section}>
      <LinkTabs
        label="Issues by state"
        active="open"
        tabs={[
          { key: 'open', label: 'Open', href: '#open', count: 1284 },
          { key: 'closed', label: 'Closed', href: '#closed', count: 9210 },
          { key: 'all', label: 'All', href: '#all', count: 10494 },
        ]}
        aside={
          <LinkButton href="#new" variant="primary" icon={<PlusIcon />}>
            New issue
          </LinkButton>
        }
      />
      <FilterBar
        label="Filter issues"
        placeholder="Search or filter issues"
        tokens={tokens}
        text={text}
        onText={setText}
        suggestions={['Author', 'Assignee', 'Label', 'Milestone', 'Weight'].map(name => ({ id: name, text: name }))}
        onPick={id => setTokens([...tokens, { key: `${id}${tokens.length}`, field: id, operator: 'is', value: 'Any' }])}
        onRemove={key => setTokens(tokens.filter(token => token.key !== key))}
        onClear={() => setTokens([])}
        onSubmit={() => {}}
      />
      <List aria-label="Issues">
        {[
          'Pushing to a renamed project follows the redirect twice',
          'Milestone dates shift by one day west of Greenwich',
          'Search finds titles only when the word is whole, which surprises everyone who types part of a name',
        ].map((title, index) => (
          <ListRow
            key={title}
            current={index === 1}
            leading={<StateBadge state={index === 2 ? 'closed' : 'opened'} look="icon" />}
            title={<a href={`#${index}`}>{title}</a>}
            badges={labels
              .slice(index, index + 2)
              .map(label => <LabelChip key={label.title} {...label} href="#label" />)}
            detail={
              <>
                <span>#{128 + index * 7}</span>
                <span>
                  opened <RelativeTime at={minutesAgo(60 * (index + 2) ** 3)} /> by <a href="#mina">Mina Okafor</a>
                </span>
                {index === 0 && <StateBadge state="confidential" />}
              </>
            }
            trailing={<AvatarStack label="Assignees" people={people.slice(0, 2 + index)} most={3} />}
          />
        ))}
      </List>
      <Pagination label="Issues pagination" previous={null} next="#next" />
    </section>
  )
}

function Parts() {
  const [dialog, setDialog] = useState<'none' | 'plain' | 'delete'>('none')
  const [search, setSearch] = useState('loom')
  const [chosen, setChosen] = useState<readonly Option[]>(personOptions.slice(0, 2))
  const [tab, setTab] = useState('write')
  return (
    <div className={styles.grid}>
      <Part title="Buttons">
        <div className={styles.row}>
          <Button variant="primary">Create issue</Button>
          <Button>Cancel</Button>
          <Button variant="quiet">Skip</Button>
          <Button variant="danger">Delete</Button>
          <Button variant="danger-quiet">Remove</Button>
          <Button variant="primary" busy>
            Saving
          </Button>
          <Button disabled>Disabled</Button>
          <Button size="s">Small</Button>
          <Button size="l" variant="primary">
            Large
          </Button>
        </div>
        <div className={styles.row}>
          <ButtonGroup label="Sort">
            <Button>Newest</Button>
            <Button aria-pressed>Popular</Button>
            <Button>Due</Button>
          </ButtonGroup>
          <IconButton label="More" icon={<KebabHorizontalIcon />} variant="secondary" />
          <CopyButton text="loomworks/shuttle#128" label="Copy reference" />
          <Popover trigger={<Button>Popover</Button>} label="About">
            {close => <Button onClick={close}>Close</Button>}
          </Popover>
          <Button onClick={() => setDialog('plain')}>Dialog</Button>
          <Button onClick={() => setDialog('delete')}>Delete project…</Button>
          <Button onClick={() => showToast('Issue closed', { undo: () => showToast('Reopened', { tone: 'info' }) })}>
            Toast
          </Button>
          <KeyHint keys="Mod+K" />
        </div>
      </Part>
      <Part title="Fields">
        <FormField label="Project name" hint="Letters, digits, dashes." required>
          <TextInput defaultValue="shuttle" />
        </FormField>
        <FormField label="Path" error="Path has already been taken">
          <TextInput code defaultValue="loomworks/shuttle" />
        </FormField>
        <FormField label="Assignees" optional>
          <Combobox label="Assignees" multiple options={personOptions} selected={chosen} onChange={setChosen} />
        </FormField>
        <FormField label="Visibility">
          <Select
            options={[
              { value: 'private', label: 'Private' },
              { value: 'public', label: 'Public' },
            ]}
          />
        </FormField>
        <SearchInput label="Search members" value={search} onValue={setSearch} />
        <FormField label="Description">
          <TextArea rows={3} placeholder="What is it for?" />
        </FormField>
      </Part>
      <Part title="Choices">
        <Checkbox label="Remember me" defaultChecked hint="For thirty days on this device." />
        <Checkbox label="Some of them" indeterminate />
        <Checkbox label="Cannot be changed" disabled />
        <ChoiceGroup legend="Visibility">
          <Radio name="v" label="Private" hint="Members only." defaultChecked />
          <Radio name="v" label="Public" hint="Everyone." />
        </ChoiceGroup>
        <Switch label="Send mail" defaultChecked />
        <Switch label="Registration" hint="Anyone may make an account." />
      </Part>
      <Part title="States">
        <div className={styles.row}>
          <StateBadge state="opened" />
          <StateBadge state="closed" />
          <StateBadge state="merged" of="merge_request" />
          <StateBadge state="confidential" />
          <StateBadge state="locked" />
          <Spinner />
        </div>
        <div className={styles.row}>
          <StateBadge state="closed" look="solid" />
          <StateBadge state="merged" of="merge_request" look="solid" />
        </div>
        <ProgressBar label="Milestone, done" value={64} />
        <Banner tone="info" title="This project is archived." onDismiss={() => {}}>
          It can be read, not changed.
        </Banner>
        <Banner tone="success">Your password was changed.</Banner>
        <Banner tone="warning" action={<Button size="s">Renew</Button>}>
          The token expires in three days.
        </Banner>
        <Banner tone="danger">The issue could not be saved. Your text is kept.</Banner>
        <ErrorBoundary label="Weight">
          <Failing />
        </ErrorBoundary>
      </Part>
      <Part title="Waiting">
        <Skeleton rows={3} />
        <Skeleton rows={2} shape="person" />
        <Skeleton rows={2} shape="row" />
      </Part>
      <Part title="Views">
        <Tabs
          label="Editor"
          active={tab}
          onActive={setTab}
          tabs={[
            { key: 'write', label: 'Write' },
            { key: 'preview', label: 'Preview', count: 2 },
          ]}
        >
          <p className={styles.panel}>{tab}</p>
        </Tabs>
        <Table
          caption="Members"
          columns={[
            { key: 'name', label: 'Name' },
            { key: 'role', label: 'Role' },
            { key: 'since', label: 'Since', align: 'end' },
          ]}
        >
          {people.slice(0, 3).map(person => (
            <tr key={person.id}>
              <td>
                <span className={styles.person}>
                  <Avatar {...person} sizePx={24} named={false} /> {person.name}
                </span>
              </td>
              <td>Developer</td>
              <td data-align="end">2 Nov, 2026</td>
            </tr>
          ))}
        </Table>
      </Part>
      <Part title="Empty">
        <EmptyState
          headingLevel={3}
          illustration={<Illustration of="nothing-yet" />}
          title="No issues yet"
          action={<Button variant="primary">New issue</Button>}
        >
          Issues hold what is to be done, what is broken, and what was decided.
        </EmptyState>
        <div className={styles.row}>
          <Illustration of="nothing-found" />
          <Illustration of="all-done" />
          <Illustration of="not-found" />
          <Illustration of="broken" />
        </div>
      </Part>
      <Part title="Code">
        <CodeFrame label="A comparison" lastLine={14} compares>
          <CodeRow kind="hunk" line={null} newLine={null} text="@@ -12,3 +12,3 @@ export function weave" />
          <CodeRow kind="context" line={12} newLine={12} text="const warp = threads.length" />
          <CodeRow kind="removed" line={13} newLine={null} text="if (warp = 0) return null" />
          <CodeRow kind="added" line={null} newLine={13} text="if (warp === 0) return null" />
          <CodeRow kind="context" line={14} newLine={14} text="return loom.pass(warp)" />
        </CodeFrame>
      </Part>
      {dialog === 'plain' && (
        <Dialog
          title="Set status"
          description="Shown beside your name."
          onClose={() => setDialog('none')}
          footer={<Button variant="primary">Save</Button>}
        >
          <FormField label="Message">
            <TextInput />
          </FormField>
        </Dialog>
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title="Delete project"
          confirm="Delete project"
          typed="loomworks/shuttle"
          onConfirm={() => setDialog('none')}
          onClose={() => setDialog('none')}
        >
          This deletes <strong>loomworks/shuttle</strong> with its issues, its repository and its files. It cannot be
          undone.
        </ConfirmDialog>
      )}
    </div>
  )
}

function Failing(): ReactNode {
  throw new Error('Thrown to show what it looks like')
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card title={title}>
      <Stack>{children}</Stack>
    </Card>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
