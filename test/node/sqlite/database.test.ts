import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUnwritableError, Database } from '../../../src/node/sqlite/database/database';

describe('a connection', () => {
  let database: Database;
  beforeEach(async () => {
    database = await Database.open(':memory:', 'readWrite');
    await database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)');
  });
  afterEach(() => database.close());

  it('runs statements in the order they are called, whether they were prepared before or not', async () => {
    const insert = 'INSERT INTO numbers VALUES (?)';
    await database.run(insert, 1);
    const [before, , after] = await Promise.all([
      database.selectAll('SELECT n FROM numbers'),
      database.run(insert, 2),
      database.selectAll('SELECT n FROM numbers'),
    ]);
    expect([before.length, after.length]).toEqual([1, 2]);
  });

  it('runs a statement again that failed before', async () => {
    const insert = 'INSERT INTO numbers VALUES (?)';
    await database.run(insert, 1);
    await expect(database.run(insert, 1)).rejects.toThrow('UNIQUE');
    expect(await database.run(insert, 2)).toEqual({ changes: 1, lastId: 2 });
  });

  it('reports a statement that cannot be prepared, and goes on', async () => {
    await expect(database.selectAll('SELECT n FROM missing')).rejects.toThrow('no such table');
    expect(await database.get('SELECT count(*) AS n FROM numbers')).toEqual({ n: 0 });
  });

  it('gives a statement’s own rows each time, with other values and after another change of the tables', async () => {
    const select = 'SELECT * FROM numbers WHERE n > ?';
    await database.run('INSERT INTO numbers VALUES (3)');
    expect(await database.selectAll(select, 2)).toEqual([{ n: 3 }]);
    expect(await database.selectAll(select, 3)).toEqual([]);
    await database.exec("ALTER TABLE numbers ADD COLUMN name TEXT DEFAULT 'three'");
    expect(await database.selectAll(select, 2)).toEqual([{ n: 3, name: 'three' }]);
  });

  it('ends a long statement once a stop is raised, and goes on', async () => {
    let looks = 0;
    const stop = {
      get stopped() {
        looks += 1;
        return looks > 2;
      },
    };
    const endless =
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO numbers SELECT i FROM n';
    await expect(database.runUntil(stop, () => database.exec(endless))).rejects.toMatchObject({ code: 'Cancelled' });
    expect(await database.get('SELECT count(*) AS n FROM numbers')).toEqual({ n: 0 });
  });

  it('closes after more statements than it keeps', async () => {
    for (let i = 0; i < 200; i++) expect(await database.get(`SELECT ${i} AS i`)).toEqual({ i });
    const other = await Database.open(':memory:', 'readWrite');
    await other.get('SELECT 1');
    await other.close();
    await expect(other.get('SELECT 1')).rejects.toThrow();
  });
});

describe('an error of the disk', () => {
  it('is typed if the folder of its file no longer exists', () => {
    expect(createUnwritableError('/no/such/folder/index.sqlite')).toMatchObject({ code: 'IndexUnavailable' });
  });
});
