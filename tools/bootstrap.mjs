// Runs on any Node from 20 on: brings the packages up to the lockfile, then hands over to tools/<command>.ts on Node 24.
// For tools/start.sh, which waits for the server itself, the command `node` says where that Node is.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const commands = ['dev', 'check', 'test', 'bench', 'migrate', 'fsck', 'seed', 'generate-client']
const [command, ...rest] = process.argv.slice(2)

/** Where tools/start.sh reads the answer to `node`: what people read goes to the output. */
const foundNodeFd = 3

/** What stops a command, in a sentence that says what to do. */
class Refusal extends Error {}

async function main() {
  const known = commands.filter(name => existsSync(join(root, 'tools', `${name}.ts`)))
  if (![...known, 'node'].includes(command)) throw new Refusal(`Usage: npm start, npm run ${known.join(', npm run ')}`)
  checkNode()
  checkGit()
  await install()
  if (command === 'node') return writeSync(foundNodeFd, findNode())
  process.exitCode = await run(findNode(), [join(root, 'tools', `${command}.ts`), ...rest])
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    throw new Refusal(
      `Weft needs Node.js 20 or later, but this is ${process.version}. Install a newer version from https://nodejs.org.`,
    )
}

function checkGit() {
  const asked = spawnSync('git', ['--version'], { encoding: 'utf8' })
  if (asked.error || asked.status !== 0)
    throw new Refusal(
      'Weft needs Git 2.39 or later, which is not installed. Install it with your package manager (apt install git).',
    )
  const [, major, minor] = /(\d+)\.(\d+)/.exec(asked.stdout) ?? []
  if (Number(major) * 1000 + Number(minor) < 2039)
    throw new Refusal(
      `Weft needs Git 2.39 or later, but this is ${asked.stdout.trim()}. Install a newer version with your package manager.`,
    )
}

/** Make node_modules what package-lock.json says; a stamp in there remembers for which lockfile that is so. */
async function install() {
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockfile).digest('hex')
  const stamp = join(root, 'node_modules', '.weft-lockfile')
  if (readOr(stamp, '') === hash) return
  const turn = await takeTurn()
  try {
    if (readOr(stamp, '') === hash) return
    if (!isInstalled(JSON.parse(lockfile.toString()))) await installPackages()
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
    throw new Refusal(
      `The installed packages do not match package-lock.json, and this account cannot write to ${root}. Run npm ci there as its owner.`,
    )
  } finally {
    turn.end()
  }
}

/** One installation at a time; the file of a process that is gone does not count. */
async function takeTurn() {
  const file = join(root, '.weft-installing')
  for (let told = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return { end: () => rmSync(file, { force: true }) }
    } catch (error) {
      if (error.code === 'EACCES' || error.code === 'EROFS') return { end: () => {} }
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(readOr(file, '0'))
    if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true })
    if (!told) console.log('Waiting for another process to install the packages')
    told = true
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** Whether npm's own record of node_modules already agrees, as after an npm ci or npm install by hand. */
function isInstalled(lockfile) {
  const record = readOr(join(root, 'node_modules', '.package-lock.json'), '')
  if (record === '') return false
  const { '': _project, ...wanted } = lockfile.packages
  const present = JSON.parse(record).packages
  return (
    Object.keys(present).every(path => path in wanted) &&
    Object.entries(wanted).every(([path, { version, optional, peer }]) =>
      path in present ? present[path].version === version : optional || peer,
    )
  )
}

async function installPackages() {
  console.log('Installing packages from package-lock.json')
  const started = Date.now()
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const [program, args] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  // Of the outer npm run only the user's own settings may reach the inner one, not its folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(package|lifecycle)_|^npm_config_(local_|global_)?prefix$|^NODE_ENV$/.test(name),
    ),
  )
  const output = []
  const child = spawn(program, [...args, ...flags, '--loglevel=error', '--no-progress'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk))
  const { code } = await ending(child)
  if (code !== 0)
    throw new Refusal(
      `${Buffer.concat(output).toString().trim()}\n\nCould not install the packages (npm ci exited with ${code}). ` +
        'Check that this machine can reach its npm registry (npm ping) and has 1 GB free, then rerun the command.',
    )
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** The Node that package-lock.json pins, or the running one where that is new enough. */
function findNode() {
  const pinned = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) {
    if (realpathSync(pinned) === realpathSync(process.execPath)) return process.execPath
    if (spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0) return pinned
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Refusal(
    `The Node.js 24 package does not run on ${process.platform} ${process.arch}. Install Node.js 24 and start Weft with it.`,
  )
}

/** Run a command to its end. Signals go on to it, and so does the end of the npm that started this process. */
async function run(node, args) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
    env: { ...process.env, WEFT_PARENT: String(process.pid) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const started = ancestors()
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && ancestors() !== started) child.kill('SIGTERM')
  }, 250)
  const { code, signal } = await ending(child)
  clearInterval(watch)
  return code ?? 128 + constants.signals[signal]
}

/** The shell that npm runs scripts with, and npm. */
function ancestors() {
  const [, shellsParent] = /^\d+ \(.*\) \S (\d+)/s.exec(readOr(`/proc/${process.ppid}/stat`, '')) ?? []
  return `${process.ppid} ${shellsParent}`
}

function ending(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

main().catch(error => {
  console.error(error instanceof Refusal ? error.message : error)
  process.exit(1)
})
