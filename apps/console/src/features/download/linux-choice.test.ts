import { expect, it } from 'vitest'
import { linuxChoice } from './linux-choice.ts'

const pack = (platform: string) => ({
  id: platform,
  platform,
  version: '1.0',
  url: '/f',
  size: 1,
  sha256: '',
  release_time: 0,
  history: [],
})
const linux = { graph: [pack('ubuntu'), pack('centos')], cli: [pack('debian')] }
const unsaid = { kind: null, platform: null }

it('the default is the graphical package for CentOS', () => {
  expect(linuxChoice(linux, unsaid)).toMatchObject({ kind: 'graph', chosen: { platform: 'centos' } })
})

it('a requested package is chosen if it exists', () => {
  expect(linuxChoice(linux, { kind: 'graph', platform: 'ubuntu' }).chosen?.platform).toBe('ubuntu')
  expect(linuxChoice(linux, { kind: 'cli', platform: 'debian' })).toMatchObject({ kind: 'cli', chosen: { platform: 'debian' } })
})

it('the first existing package is chosen if the requested one does not exist', () => {
  expect(linuxChoice(linux, { kind: 'cli', platform: 'centos' }).chosen?.platform).toBe('debian')
  expect(linuxChoice({ graph: [], cli: linux.cli }, { kind: 'graph', platform: null }).kind).toBe('cli')
})

it('nothing is chosen if there are no packages', () => {
  expect(linuxChoice({ graph: [], cli: [] }, unsaid)).toMatchObject({ kinds: [], kind: 'graph', chosen: undefined })
})
