/**
 * `churn.ts [steady]` keeps 80 MB of objects, makes 350 MB of garbage that outlives the young generation, and prints the
 * largest size of the heap in MB.
 */
import { getHeapStatistics } from 'node:v8'
import { keepHeapSteady } from '../../../../server/platform/jobs/thread.ts'

if (process.argv[2] === 'steady') keepHeapSteady()
const MEGABYTE = 2 ** 20
const some = (megabytes: number) =>
  Array.from({ length: megabytes * 16 }, (_, i) => new Array(8192).fill(i + 0.5))

const kept = some(30)
const recent: number[][][] = []
let largest = 0
for (let round = 0; round < 400; round++) {
  recent[round % 50] = some(1)
  largest = Math.max(largest, getHeapStatistics().total_heap_size)
}
console.log(JSON.stringify({ largest: Math.round(largest / MEGABYTE), kept: kept.length }))
