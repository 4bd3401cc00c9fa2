import { ResumeDeletionsJob } from '../../../src/websites/resume-deletions.job.js';
import { startApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

it('the deletion of a website whose job was lost is queued again', async () => {
  const test = await startApp({ ROLE: 'api' });
  await storedReport(test, test.owner, 'https://deleted.example/');
  const { body } = await test.owner.call('get', '/api/v1/websites').expect(200);
  await test.owner.call('delete', `/api/v1/websites/${String(body.data[0].id)}`).expect(200);
  const jobs = () =>
    test.database.query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'delete-website-reports'`);
  expect(await jobs()).toHaveLength(1);
  await test.database.query('DELETE FROM graphile_worker._private_jobs');
  await test.app.get(ResumeDeletionsJob).run();
  expect(await jobs()).toHaveLength(1);
  await test.close();
});
