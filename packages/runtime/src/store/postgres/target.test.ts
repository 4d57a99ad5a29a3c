import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTarget } from './target.ts'

test('a URL of several hosts is one URL a host, in order', () => {
  const url =
    'postgresql://app:p%40ss@one:5432,[::1]:5433,three/base?target_session_attrs=read-write&sslmode=require'
  assert.deepEqual(parseTarget(url)?.urls, [
    'postgresql://app:p%40ss@one:5432/base?sslmode=require',
    'postgresql://app:p%40ss@[::1]:5433/base?sslmode=require',
    'postgresql://app:p%40ss@three/base?sslmode=require',
  ])
})

test('a URL of one host stays as it is', () => {
  assert.deepEqual(parseTarget('postgres://127.0.0.1/base')?.urls, ['postgres://127.0.0.1/base'])
  assert.deepEqual(parseTarget('postgres://u@h:1')?.urls, ['postgres://u@h:1'])
})

test('a URL that cannot lead to a server that takes writes is none', () => {
  for (const url of [
    'mysql://h/base',
    'postgres://h:1,h:x/base',
    'postgres://h/base?target_session_attrs=read-only',
    'postgres://h/base?target_session_attrs=standby',
  ]) {
    assert.equal(parseTarget(url), undefined, url)
  }
})
