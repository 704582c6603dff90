/** Where an installed package keeps its data, on each system. */
import { expect, test } from 'vitest'
import {
  defaultDataFolder,
  IS_PACKAGE,
  userDataFolder,
} from '../../../server/platform/config/installation.ts'

test.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', {}, '/home/ann/.local/share'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/ann/.local/share'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ann/.local/share'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ann/Library/Application Support'],
  ['win32', { LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' }, 'C:\\Users\\ann\\AppData\\Local'],
  ['win32', {}, '/home/ann/AppData/Local'],
])('the data folder of a user of %s with %j is %s', (platform, env, folder) => {
  expect(userDataFolder(env, platform, '/home/ann')).toBe(folder)
})

test('a checkout keeps its data in itself', () => {
  expect(IS_PACKAGE).toBe(false)
  expect(defaultDataFolder({ XDG_DATA_HOME: '/data' })).toMatch(/\/\.deadheat$/)
})
