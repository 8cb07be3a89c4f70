import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listProjectMergeRequests } from '#contract/code/merge-requests/merge-request-lists.ts'
import { getProtectedBranch, protectBranch, protectTag, updateProtectedBranch } from '#contract/code/protected-refs.ts'
import {
  addDeployKey,
  enableDeployKey,
  listDeployKeys,
  removeDeployKey,
  updateDeployKey,
} from '#contract/foundation/deploy-keys.ts'
import { createSshKeyFor, deleteSshKey, getOwnSshKey } from '#contract/foundation/keys.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { getProject } from '#contract/foundation/projects.ts'
import { deployKeyTopic, userTopic } from '#contract/live-topics.ts'
import { fingerprintOf } from '#server/foundation/keys/identify.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import type { PortLimits } from '#server/platform/limits/port-sockets.ts'
import { ports } from '#server/transport/ports.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'
import { readCommand } from './command.ts'
import { openSshDoor } from './door.ts'

const run = promisify(execFile)

/** A world with the SSH door listening, and people's own git and ssh beside it. */
async function site(limits: Partial<PortLimits> = {}) {
  const built = await codeWorld()
  const { as, db, services, users } = built
  const listeners = new Set<(topics: readonly string[]) => void>()
  const subscribe = (listener: (topics: readonly string[]) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const door = await openSshDoor({
    ...{ db, services, host: '127.0.0.1', port: 0, subscribe },
    limits: { ...ports.ssh, ...limits },
  })
  const folder = await mkdtemp(join(tmpdir(), 'weft-ssh-'))
  onTestFinished(async () => {
    await door.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  const shell = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    run(command, [...args], { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', ...env } }).then(
      ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
      (error: { readonly stderr?: string; readonly stdout?: string }) => ({
        ok: false,
        text: `${error.stdout ?? ''}${error.stderr ?? ''}`,
      }),
    )
  const options = (key: string) =>
    `-F none -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -i ${join(folder, key)}`
  /** Writes a new private key to a file of the folder, and gives its public key. */
  const newKey = async (name: string) => {
    const path = join(folder, name)
    expect(await shell('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path])).toMatchObject({
      ok: true,
    })
    return (await readFile(`${path}.pub`, 'utf8')).trim()
  }
  return {
    ...built,
    door,
    folder,
    shell,
    announce: (topics: readonly string[]) => {
      for (const listener of listeners) listener(topics)
    },
    /** Write a key to a file of the folder, and add it to a member's account. */
    key: async (who: Member, given: object = {}) => {
      const text = await newKey(who)
      return as('root').call(createSshKeyFor, { userId: users[who].id, title: 'Laptop', key: text, ...given })
    },
    /** A key of the project in a file of the folder. */
    deployKey: async (name: string, canPush: boolean, id = built.project.id) => {
      const text = await newKey(name)
      return { text, ...(await as('mina').call(addDeployKey, { id, title: name, key: text, canPush })) }
    },
    ssh: (who: string, ...command: readonly string[]) =>
      shell('ssh', [...options(who).split(' '), '-p', String(door.port), 'git@127.0.0.1', ...command]),
    git: (who: string, args: readonly string[], cwd = '.', protocol = 2) =>
      shell('git', ['-C', cwd, '-c', 'init.defaultBranch=main', '-c', `protocol.version=${protocol}`, ...args], {
        GIT_SSH_COMMAND: `ssh ${options(who)}`,
        ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'Dan', GIT_AUTHOR_EMAIL: 'dan@weft.test' },
        ...{ GIT_COMMITTER_NAME: 'Dan', GIT_COMMITTER_EMAIL: 'dan@weft.test' },
      }),
    url: (path = 'weft/loom') => `ssh://git@127.0.0.1:${door.port}/${path}.git`,
  }
}

test('PLATFORM-011 git clones, pushes, fetches and deletes over SSH in every protocol version', async () => {
  const { git, key, url, commit, dir, folder, as } = await site()
  await commit({ 'a.txt': 'a' })
  await key('dan')
  for (const version of [0, 1, 2]) {
    expect(await git('dan', ['clone', url(), `clone${version}`], '.', version)).toMatchObject({ ok: true })
    const cwd = join(folder, `clone${version}`)
    await git('dan', ['commit', '--allow-empty', '-m', `Commit ${version}`], cwd)
    const pushed = await git('dan', ['push', '-o', 'nonsense', 'origin', 'HEAD', 'HEAD:side'], cwd, version)
    expect(pushed).toMatchObject({ ok: true })
    expect(pushed.text).toContain('remote: The push option nonsense is unknown')
    expect(await git('dan', ['push', 'origin', ':side'], cwd, version)).toMatchObject({ ok: true })
    expect(await git('dan', ['push', 'origin'], cwd, version)).toMatchObject({ ok: true })
    await commit({ [`${version}.txt`]: 'b' })
    expect(await git('dan', ['pull', '--no-rebase'], cwd, version)).toMatchObject({ ok: true })
  }
  expect(await findRef(dir, 'branch', 'side')).toBeNull()
  expect(await git('dan', ['clone', '--depth=1', '--filter=blob:none', url(), 'thin'])).toMatchObject({ ok: true })
  await as('mina').call(protectBranch, { id: 'weft/loom', name: '*' })
  const cwd = join(folder, 'clone2')
  await git('dan', ['commit', '--allow-empty', '-m', 'More'], cwd)
  const refused = await git('dan', ['push', 'origin', 'HEAD'], cwd)
  expect(refused.text).toContain('remote: You are not allowed to push to the protected branch main')
  expect((await git('dan', ['push', 'origin', ':main'], cwd)).text).toContain('The default branch cannot be deleted')
}, 60_000)

test('PERM-002 git over SSH does what the role of its user allows, and tells strangers nothing', async () => {
  const { git, key, url, commit, as } = await site()
  await commit({ 'a.txt': 'a' })
  for (const who of ['rita', 'nina'] as const) await key(who)
  expect(await git('rita', ['clone', url(), 'loom'])).toMatchObject({ ok: true })
  const pushed = await git('rita', ['push', url(), 'HEAD:x'], 'loom')
  expect(pushed).toMatchObject({ ok: false })
  expect(pushed.text).toContain('You need at least the Developer role to push to this project')
  for (const path of ['weft/loom', 'weft/none', '../../etc', "a'b", '--upload-pack=x'])
    expect((await git('nina', ['clone', url(path), 'no'])).text).toContain(
      'There is no such project, or you cannot see it',
    )
  const made = await git('nina', ['push', url('nina/fresh'), 'HEAD:main'], 'loom')
  expect(made.text).toContain('remote: The private project nina/fresh was created')
  expect(await as('nina').call(getProject, { id: 'nina/fresh' })).toMatchObject({ visibility: 'private' })
})

test('PLATFORM-011 git archive --remote sends the files of a ref to those who may read the code', async () => {
  const { git, key, deployKey, url, commit } = await site()
  const id = await commit({ 'docs/a.txt': 'woven', 'b.txt': 'b' })
  for (const who of ['rita', 'gus', 'nina'] as const) await key(who)
  await deployKey('reader', false)
  const archive = (who: string, ...rest: readonly string[]) => git(who, ['archive', `--remote=${url()}`, ...rest])
  for (const who of ['rita', 'reader']) {
    const tar = await archive(who, 'main', 'docs')
    expect(tar.ok).toBe(true)
    expect(tar.text).toMatch(/docs\/a\.txt.*woven/s)
  }
  expect(await archive('rita', '--format=zip', '-o', 'loom.zip', 'main')).toMatchObject({ ok: true })
  // git takes names of refs here, and no names of commits.
  for (const asked of [id, '--output=/tmp/x', 'none']) expect((await archive('rita', asked)).ok).toBe(false)
  for (const who of ['gus', 'nina'])
    expect(await archive(who, 'main')).toMatchObject({
      ok: false,
      text: expect.stringMatching(/no such project|at least the Reporter role/),
    })
})

test('PERM-002 a deploy key reads its project, pushes there if it may, and opens nothing else', async () => {
  const { git, ssh, deployKey, url, commit, as, build, users, dir } = await site()
  await commit({ 'a.txt': 'a' })
  const [reader, writer] = [await deployKey('reader', false), await deployKey('writer', true)]
  expect(await git('reader', ['clone', url(), 'loom'])).toMatchObject({ ok: true })
  expect((await git('reader', ['push', url(), 'HEAD:x'], 'loom')).text).toContain('has read-only access to the project')
  expect(await git('writer', ['push', '-o', 'merge_request.create', url(), 'HEAD:x'], 'loom')).toMatchObject({
    ok: true,
  })
  expect(await findRef(dir, 'branch', 'x')).not.toBeNull()
  expect(await as('mina').call(listProjectMergeRequests, { id: 'weft/loom' })).toEqual([])
  expect((await ssh('writer', '-T')).text).toContain('Signed in with a deploy key')
  const other = await build.project({ members: { [users.mina.id]: 40 } })
  for (const args of [
    ['clone', url(other.fullPath), 'no'],
    ['push', url('mina/fresh'), 'HEAD:main'],
  ])
    expect((await git('writer', args, args[0] === 'push' ? 'loom' : '.')).text).toContain('There is no such project')
  await as('mina').call(updateDeployKey, { id: 'weft/loom', keyId: writer.id, canPush: false })
  expect((await git('writer', ['push', url(), 'HEAD:y'], 'loom')).text).toContain('has read-only access to the project')
  await as('mina').call(enableDeployKey, { id: other.id, keyId: reader.id })
  await as('mina').call(removeDeployKey, { id: 'weft/loom', keyId: reader.id })
  expect((await git('reader', ['fetch', url()], 'loom')).text).toContain('There is no such project')
  expect(await as('mina').call(listDeployKeys, { id: other.id })).toMatchObject([{ id: reader.id, canPush: false }])
  const mine = { userId: users.dan.id, title: 'Mine', key: writer.text }
  await expect(as('root').call(createSshKeyFor, mine)).rejects.toThrow('has already been taken')
}, 60_000)

test('PERM-002 a deploy key pushes to protected branches and tags that name it, until it leaves the project', async () => {
  const { git, deployKey, url, commit, as, build, users } = await site()
  await commit({ 'a.txt': 'a' })
  const [named, other] = [await deployKey('named', true), await deployKey('other', true)]
  const id = 'weft/loom'
  const grants = [{ deployKeyId: named.id }]
  const rule = await as('mina').call(protectBranch, { id, name: 'main', pushAccessLevel: 40, allowedToPush: grants })
  expect(rule.pushAccessLevels).toMatchObject([
    { accessLevel: 40, deployKeyId: null },
    { accessLevel: null, accessLevelDescription: 'named', deployKeyId: named.id, userId: null },
  ])
  await as('mina').call(protectTag, { id, name: 'v*', allowedToCreate: grants })
  expect(await git('named', ['clone', url(), 'loom'])).toMatchObject({ ok: true })
  const push = async (key: string, ref: string) => {
    await git(key, ['commit', '--allow-empty', '-m', 'More'], 'loom')
    const { ok, text } = await git(key, ['push', url(), `HEAD:${ref}`], 'loom')
    return ok ? 'ok' : text
  }
  // mina, who added both keys, may push: the key that no rule names may not.
  expect(await push('other', 'main')).toContain('You are not allowed to push to the protected branch main')
  expect(await push('other', 'refs/tags/v1')).toContain('You are not allowed to create the protected tag v1')
  expect(await push('other', 'side')).toBe('ok')
  expect([await push('named', 'main'), await push('named', 'refs/tags/v1')]).toEqual(['ok', 'ok'])
  const elsewhere = await build.project({ members: { [users.mina.id]: 40 } })
  await as('mina').call(enableDeployKey, { id: elsewhere.id, keyId: named.id })
  await as('mina').call(removeDeployKey, { id, keyId: named.id })
  const left = await as('mina').call(getProtectedBranch, { id, name: 'main' })
  expect(left.pushAccessLevels.map(each => each.accessLevel)).toEqual([40])
  await as('mina').call(enableDeployKey, { id, keyId: named.id })
  const refused = {
    status: 400,
    body: { message: { allowed_to_push: [expect.stringContaining('is not a deploy key')] } },
  }
  // The key can only read now, and a key of no project has no more rights.
  for (const deployKeyId of [named.id, 999_999])
    expect(
      await as('mina').reply(updateProtectedBranch, { id, name: 'main', allowedToPush: [{ deployKeyId }] }),
    ).toMatchObject(refused)
  expect(
    (await as('mina').reply(updateProtectedBranch, { id, name: 'main', allowedToMerge: [{ deployKeyId: other.id }] }))
      .status,
  ).toBe(400)
}, 60_000)

test('PERM-002 SSH gives no shell, no terminal, no forwarding, and runs nothing but git', async () => {
  const { ssh, key, commit } = await site()
  await commit({ 'a.txt': 'a' })
  await key('dan')
  expect(await ssh('dan', '-T')).toMatchObject({ ok: false })
  const commands = ['id', 'git-annex-shell weft/loom.git', "git-upload-pack 'weft/loom.git'; id", 'git-shell']
  for (const command of commands)
    expect((await ssh('dan', command)).text).toBe('Only git fetch, git push and git archive are supported over SSH.\n')
  expect((await ssh('dan')).text).toContain('Signed in as @dan. There is no shell here')
  expect((await ssh('dan', '-W', 'localhost:1')).ok).toBe(false)
})

test.each<[string, object, { readonly state?: string }]>([
  ['is for signing alone', { usageType: 'signing' }, {}],
  ['of a blocked user', {}, { state: 'blocked' }],
])('PERM-002 a key that %s opens nothing', async (_what, given, user) => {
  const { git, key, url, commit, db } = await site()
  await commit({ 'a.txt': 'a' })
  await key('dan', given)
  if (user.state !== undefined) await db.updateTable('users').set(user).where('username', '=', 'dan').execute()
  const outcome = await git('dan', ['clone', url(), 'loom'])
  expect(outcome.text).toContain('Permission denied (publickey)')
})

test.each(['a key of an account', 'a deploy key'])(
  'PERM-002 an open connection by %s ends when it is deleted',
  async which => {
    const { door, key, deployKey, folder, as, announce, users } = await site()
    const isDeployKey = which === 'a deploy key'
    const { id } = isDeployKey ? await deployKey('dan', false) : await key('dan')
    const child = execFile('ssh', [
      ...'-F none -N -v -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null'.split(' '),
      ...['-i', join(folder, 'dan'), '-p', String(door.port), 'git@127.0.0.1'],
    ])
    onTestFinished(() => void child.kill())
    const ended = new Promise(resolve => child.once('exit', resolve))
    await new Promise<void>(resolve => {
      let said = ''
      child.stderr?.on('data', (text: string) => {
        said += text
        if (said.includes('Authenticated to')) resolve()
      })
    })
    if (isDeployKey) await as('mina').call(removeDeployKey, { id: 'weft/loom', keyId: id })
    else {
      expect((await as('dan').call(getOwnSshKey, { keyId: id })).lastUsedAt).not.toBeNull()
      await as('dan').call(deleteSshKey, { keyId: id })
    }
    announce([isDeployKey ? deployKeyTopic(id) : userTopic(users.dan.id)])
    expect(await ended).not.toBe(0)
  },
)

test('PERM-002 a fetch over SSH ends when its reader can no longer read the project', async () => {
  const { door, key, folder, commit, as, users } = await site()
  await commit({ 'a.txt': 'a' })
  await key('rita')
  // The rest of the connection keeps its clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  // A client that reads the advertised refs, and then pauses.
  const child = execFile('ssh', [
    ...'-F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null'.split(' '),
    ...['-i', join(folder, 'rita'), '-p', String(door.port), 'git@127.0.0.1', "git-upload-pack 'weft/loom.git'"],
  ])
  onTestFinished(() => void child.kill())
  const ended = new Promise(resolve => child.once('exit', resolve))
  let said = ''
  child.stderr?.on('data', (text: string) => {
    said += text
  })
  await new Promise(resolve => child.stdout?.once('data', resolve))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(child.exitCode).toBeNull()
  await as('mina').call(removeProjectMember, { id: 'weft/loom', userId: users.rita.id })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await ended).not.toBe(0)
  expect(said).toContain('You can no longer read this project')
})

test('PLATFORM-011 a connection is the one that its client opened, also when another one came in before its first line', async () => {
  const { door, key, folder, shell, commit, as, announce, users } = await site({ silentMs: 1_500 })
  await commit({ 'a.txt': 'a' })
  const { id } = await key('dan')
  const silent: Socket[] = []
  // Another client connects after this one, and leaves once this one has spoken.
  const between = createServer(client => {
    const server = connect(door.port, '127.0.0.1', () => {
      const other = connect(door.port, '127.0.0.1')
      silent.push(other.on('error', () => undefined))
      // The greeting shows that the other one was accepted.
      other.once('data', () => client.pipe(server).pipe(client))
    })
    for (const socket of [client, server]) socket.on('error', () => undefined)
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  onTestFinished(() => {
    for (const socket of silent) socket.destroy()
    between.close()
  })
  // The server listens by TCP.
  const { port } = between.address() as AddressInfo
  const options = `-F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -i ${join(folder, 'dan')}`
  const child = execFile('ssh', [...options.split(' '), '-N', '-v', '-p', String(port), 'git@127.0.0.1'])
  onTestFinished(() => void child.kill())
  const ended = new Promise(resolve => child.once('exit', resolve))
  await new Promise<void>(resolve => {
    let said = ''
    child.stderr?.on('data', (text: string) => {
      said += text
      if (said.includes('Authenticated to')) resolve()
    })
  })
  // The other one is closed in time, and nothing that was silent for as long is left.
  const late = connect(door.port, '127.0.0.1').resume()
  await Promise.all([late, ...silent].map(socket => socket.closed || once(socket.resume(), 'close')))
  expect(child.exitCode).toBeNull()
  const clone = await shell('git', ['clone', `ssh://git@127.0.0.1:${port}/weft/loom.git`, 'loom'], {
    GIT_SSH_COMMAND: `ssh ${options}`,
  })
  expect(clone).toMatchObject({ ok: true })
  await as('dan').call(deleteSshKey, { keyId: id })
  announce([userTopic(users.dan.id)])
  expect(await ended).not.toBe(0)
})

test.each(['a key of an account', 'a deploy key'])(
  'PERM-002 %s that is RSA with fewer than 2,048 bits opens nothing, and says why',
  async which => {
    const { git, ssh, url, commit, db, deployKey, folder, key, shell } = await site()
    await commit({ 'a.txt': 'a' })
    const isDeployKey = which === 'a deploy key'
    if (isDeployKey) await deployKey('dan', true)
    else await key('dan')
    await rm(join(folder, 'dan'))
    await shell('ssh-keygen', ['-q', '-t', 'rsa', '-b', '1024', '-N', '', '-f', 'dan'])
    const text = (await readFile(join(folder, 'dan.pub'), 'utf8')).trim()
    const fingerprint = fingerprintOf(Buffer.from(text.split(' ')[1] ?? '', 'base64'))
    // The key was added when such keys were accepted.
    await db
      .updateTable(isDeployKey ? 'deployKeys' : 'sshKeys')
      .set({ key: text, fingerprint })
      .execute()
    const sentence = 'This SSH key can no longer be used: the key must be at least 2048 bits'
    const cloned = await git('dan', ['clone', url(), 'loom'])
    expect([cloned.ok, cloned.text]).toEqual([false, expect.stringContaining(sentence)])
    expect((await ssh('dan', '-T')).text).toContain(sentence)
  },
)

test('PLATFORM-011 what is no SSH ends at once', async () => {
  const { door } = await site()
  const socket = connect(door.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(1000))
  await new Promise(resolve => socket.once('close', resolve))
})

test.each([
  ["git-upload-pack '/weft/loom.git'", { service: 'git-upload-pack', repository: 'weft/loom.git' }],
  ["git receive-pack 'weft/loom'", { service: 'git-receive-pack', repository: 'weft/loom' }],
  ['git-upload-pack weft/loom.git', { service: 'git-upload-pack', repository: 'weft/loom.git' }],
  ["git-upload-pack 'a'\\''b'", { service: 'git-upload-pack', repository: "a'b" }],
  ["git-upload-pack 'a' 'b'", null],
  ["git-upload-pack 'a'; id", null],
  ['git-upload-pack $(id) x', null],
  ['git-upload-archive a', { service: 'git-upload-archive', repository: 'a' }],
  ['', null],
])('PLATFORM-011 the command %j is read as %j', (text, expected) => {
  expect(readCommand(text)).toEqual(expected)
})
