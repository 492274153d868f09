import { expect, it } from 'vitest';
import { paceProgress } from '../../../src/node/worker/jobQueue';
import type { EngineProgress } from '../../../src/protocol/engine';

const encoding = (done: number): EngineProgress => ({ stage: 'encoding', done, total: 1000 });

it('passes on ten pieces of news of a stage a second, its first and its last', () => {
  let time = 0;
  const told: unknown[] = [];
  const tell = paceProgress(
    (news) => told.push(news),
    () => time,
  );
  for (let done = 0; done <= 1000; done++, time += 1) tell(encoding(done));
  expect(told).toEqual([...Array.from({ length: 10 }, (_, i) => encoding(100 * i)), encoding(1000)]);
});

it('passes on every new stage, and all evidence', () => {
  const told: unknown[] = [];
  const tell = paceProgress(
    (news) => told.push(news),
    () => 0,
  );
  const evidence = { stage: 'verifying', done: 1, total: 3, evidence: {} } as unknown as EngineProgress;
  const news = [encoding(0), { stage: 'passages', done: 0, total: 3 } as const, evidence, evidence];
  for (const one of news) tell(one);
  expect(told).toEqual(news);
});

it('passes on at once what does not say how far something is', () => {
  const told: unknown[] = [];
  const tell = paceProgress(
    (news) => told.push(news),
    () => 0,
  );
  const news = [{ notice: 'one' }, encoding(0), { notice: 'two' }, encoding(1), { notice: 'three' }];
  for (const one of news) tell(one);
  expect(told).toEqual(news.filter((each) => each !== news[3]));
});
