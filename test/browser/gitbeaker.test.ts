import { Gitlab } from '@gitbeaker/rest'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

// A public client of the contract, used as its own documentation says, must not notice a difference.

test('PLATFORM-011 a public client makes, lists, changes and deletes what a project has', async ({ weft }) => {
  const root = new Gitlab({ host: weft.baseURL, token: weft.rootToken })

  const user = await root.Users.create({
    email: 'ann@weft.test',
    name: 'Ann',
    username: 'ann-client',
    password: 'a long enough word',
    skipConfirmation: true,
  })
  expect(user.username).toBe('ann-client')
  const listed = await root.Users.all({ username: 'ann-client' })
  expect(listed.map(each => each.id)).toEqual([user.id])
  const renamed = await root.Users.edit(user.id, { name: 'Ann Client' })
  expect(renamed.name).toBe('Ann Client')

  const group = await root.Groups.create('Client group', 'client-group')
  const project = await root.Projects.create({ name: 'Client project', namespaceId: group.id, visibility: 'private' })
  expect(project.path_with_namespace).toBe('client-group/client-project')
  const shown = await root.Projects.show('client-group/client-project')
  expect(shown.id).toBe(project.id)
  const edited = await root.Projects.edit(project.id, { description: 'Made by a client' })
  expect(edited.description).toBe('Made by a client')

  const member = await root.ProjectMembers.add(project.id, 30, { userId: user.id })
  expect(member.access_level).toBe(30)
  const promoted = await root.ProjectMembers.edit(project.id, user.id, 40)
  expect(promoted.access_level).toBe(40)
  const members = await root.ProjectMembers.all(project.id, { includeInherited: true })
  expect(members.map(each => each.username)).toContain('ann-client')

  const label = await root.ProjectLabels.create(project.id, 'bug', '#dd0000', { description: 'Broken' })
  expect(label).toMatchObject({ name: 'bug', color: '#dd0000' })
  await root.ProjectLabels.edit(project.id, label.id, { newName: 'defect' })
  expect((await root.ProjectLabels.all(project.id)).map(each => each.name)).toEqual(['defect'])

  const milestone = await root.ProjectMilestones.create(project.id, 'v1', { dueDate: '2027-01-31' })
  const closed = await root.ProjectMilestones.edit(project.id, milestone.id, { stateEvent: 'close' })
  expect(closed.state).toBe('closed')

  for (let number = 1; number <= 25; number += 1) {
    await root.Issues.create(project.id, `Issue ${number}`, {
      labels: 'defect',
      milestoneId: milestone.id,
      assigneeIds: [user.id],
    })
  }
  const all = await root.Issues.all({ projectId: project.id, perPage: 10 })
  expect(all).toHaveLength(25)
  const page = await root.Issues.all({ projectId: project.id, perPage: 10, page: 2, showExpanded: true })
  expect(page.paginationInfo).toMatchObject({ total: 25, current: 2, next: 3, previous: 1, perPage: 10, totalPages: 3 })
  const issue = await root.Issues.edit(project.id, 1, { title: 'The first', stateEvent: 'close', weight: 3 })
  expect(issue).toMatchObject({ title: 'The first', state: 'closed', weight: 3 })

  const note = await root.IssueNotes.create(project.id, 2, 'A comment')
  await root.IssueNotes.edit(project.id, 2, note.id, { body: 'A better comment' })
  const notes = await root.IssueNotes.all(project.id, 2)
  expect(notes.filter(each => !each.system).map(each => each.body)).toEqual(['A better comment'])
  const discussion = await root.IssueDiscussions.create(project.id, 2, 'A thread')
  expect(discussion.notes?.[0]?.body).toBe('A thread')
  await root.IssueNotes.remove(project.id, 2, note.id)
  await root.Issues.remove(project.id, 25)
  await expect(root.Issues.show(25, { projectId: project.id })).rejects.toThrow()

  await root.RepositoryFiles.create(project.id, 'docs/hello.md', 'main', '# Hello', 'Say hello')
  const file = await root.RepositoryFiles.show(project.id, 'docs/hello.md', 'main')
  expect(Buffer.from(file.content, 'base64').toString()).toBe('# Hello')
  await root.Commits.create(project.id, 'main', 'Two at once', [
    { action: 'create', filePath: 'a.txt', content: 'a' },
    { action: 'update', filePath: 'docs/hello.md', content: '# Hello again' },
  ])
  const commits = await root.Commits.all(project.id, { refName: 'main' })
  expect(commits.map(each => each.title)).toEqual(['Two at once', 'Say hello'])
  await root.Branches.create(project.id, 'feature/one', 'main')
  expect((await root.Branches.all(project.id)).map(each => each.name)).toEqual(['feature/one', 'main'])
  await root.Branches.remove(project.id, 'feature/one')
  const tree = await root.Repositories.allRepositoryTrees(project.id, { recursive: true })
  expect(tree.map(each => each.path).sort()).toEqual(['a.txt', 'docs', 'docs/hello.md'])
  const compared = await root.Repositories.compare(project.id, commits[1]?.id ?? '', commits[0]?.id ?? '')
  expect(compared.diffs?.map(each => each.new_path).sort()).toEqual(['a.txt', 'docs/hello.md'])
  await root.Tags.create(project.id, 'v1.0', 'main')
  expect((await root.Tags.all(project.id)).map(each => each.name)).toEqual(['v1.0'])

  const todo = await root.Issues.createTodo(project.id, 3)
  expect(todo.state).toBe('pending')
  await root.TodoLists.done({ todoId: todo.id })

  await root.ProjectMembers.remove(project.id, user.id)
  await root.ProjectLabels.remove(project.id, label.id)
  await root.ProjectMilestones.remove(project.id, milestone.id)
  await root.Projects.remove(project.id)
  await root.Groups.remove(group.id)
  await root.Users.remove(user.id)
  await expect(root.Projects.show(project.id)).rejects.toThrow()
})
