import type { HabitFamily } from '../../domain';

/**
 * Habits that are words and phrases. One a line: the forms, and behind "/" those that could stand in their place; without these they are
 * counted per sentence where `^` or `~` binds them to one, and per words otherwise.
 */
export const wordLists: Readonly<Partial<Record<HabitFamily, string>>> = {
  spelling: `
organis*, recognis*, emphasis*, summaris*, optimis*, initialis*, minimis*, maximis*, generalis*, normalis*, customis*, synchronis*, specialis*, utilis*, visualis*, authoris*, apologis*, categoris*, standardis*, finalis*, prioritis*, characteris*, memoris*, realis*, criticis* / organiz*, recogniz*, emphasiz*, summariz*, optimiz*, initializ*, minimiz*, maximiz*, generaliz*, normaliz*, customiz*, synchroniz*, specializ*, utiliz*, visualiz*, authoriz*, apologiz*, categoriz*, standardiz*, finaliz*, prioritiz*, characteriz*, memoriz*, realiz*, criticiz*
centre, centres, theatre, metre, metres, fibre, litre / center, centers, theater, meter, meters, fiber, liter
defence, offence, licence, pretence / defense, offense, license, pretense
analyse, analysed, analysing, paralysed / analyze, analyzed, analyzing, paralyzed
grey / gray
judgement, acknowledgement, acknowledgements / judgment, acknowledgment, acknowledgments
learnt, burnt, spelt, dreamt, leapt / learned, burned, spelled, dreamed, leaped
programme, programmes / program, programs
catalogue, dialogue, analogue / catalog, dialog, analog
towards, afterwards, backwards, forwards, upwards / toward, afterward, backward, forward, upward
anymore / any more
alright / all right
e-mail, e-mails / email, emails
web site, web sites, web page, web pages / website, websites, webpage, webpages
on-line / online
okay / ok
alot / a lot
thru, tho, altho, nite, lite / through, though, although, night, light
noone, no-one / no one
in to / into
on to / onto
some time, any time, some day / sometime, anytime, someday
co-operate, co-operation, co-ordinate, co-ordination / cooperate, cooperation, coordinate, coordination
re-use, re-used, re-write, re-run, re-read / reuse, reused, rewrite, rerun, reread
to-day, to-morrow, to-night / today, tomorrow, tonight
for ever / forever
inquire, inquiry, inquiries / enquire, enquiry, enquiries
shew, shewn, shewed / show, shown, showed
setup, login, backup, cleanup / set up, log in, back up, clean up`,
  connectors: `
^however / ~however
although / though
though$ / ~though
^also / ~also
too$ / also, as well
as well$ / also, too$
^and
^but
^so
^or
^because
^now
^then
^well
^yes, ^yeah
^no
^if
^when
^while
^since
^as
^for
^perhaps, ^maybe
^thus / ^therefore, ^hence, ^so
^hence / ^therefore, ^thus, ^so
^moreover, ^furthermore, ^in addition, ^besides / ^also
^nevertheless, ^nonetheless, ^still, ^yet / ^however, ^but
^firstly, ^secondly, ^thirdly / ^first, ^second, ^third
^finally, ^lastly / ^last
^in fact, ^indeed
^of course
^anyway, ^anyhow
^instead
^again
^otherwise
on the other hand
that said, having said that, that being said
in other words, that is to say
first of all
at least
by the way
in any case, at any rate, in any event`,
  stance: `
of course
i mean
you know
actually
basically
really / very
quite
rather
just
simply
clearly, obviously
certainly, definitely, surely
indeed
in fact
perhaps / maybe
probably
possibly
kind of, sort of
a bit / a little
i think
i believe
i guess
i suppose
i feel
i hope
i'm afraid, i am afraid
i'm not sure, i am not sure
i wonder, i was wondering
in my opinion, in my view, to my mind
it seems, it appears
seems to, seem to, appears to, appear to
as far as i know, as far as i can tell, to my knowledge
absolutely, totally, completely
extremely, incredibly, highly
pretty much
more or less
even
especially, particularly
mostly, mainly, largely
usually, generally, typically
sometimes, occasionally
apparently
hopefully
unfortunately
somehow
i would say, i'd say, i should say
to be honest, frankly, honestly`,
  choices: `
whilst / while
upon / on
amongst, amidst / among, amid
until / till, til
shall / will
must / have to, has to
need to / have to, must
might / may
large / big
begin, begins, began / start, starts, started
utilize, utilise, utilized, utilised / use, used
purchase, purchased / buy, bought
obtain, obtained, receive, received / get, got
assist, assistance / help
everybody / everyone
somebody / someone
anybody / anyone
nobody / no one
lots of, a lot of, plenty of / many, much
in order to / so as to
due to / because of, owing to
regarding, concerning, with regard to, in regard to / about
such as / like
as though / as if
one another / each other
would like to / want to, wanted to
despite / in spite of
further / farther
prior to / before
subsequently / later, afterwards
several / some
whole / entire
nearly / almost
folks, guys / people
error, errors / mistake, mistakes
problem, problems / issue, issues
different than, different to / different from
got to / have to
gotten / got
except for / apart from, aside from
that is why, that's why / this is why
a number of / several
at the moment / currently, right now, at present
make sure, makes sure / ensure, ensures
find out / discover
look at / examine, see
suggest, suggests / propose, proposes
therefore / thus
hence / thus, therefore
so that / in order that
the way / how
sort of / kind of
a couple of / two, a few
yet / still
maybe / possibly
ought to / should
according to / as per`,
};

/** Words that everybody uses, each at a rate of its own. */
export const functionWords =
  `the of and to a in that is it for as was with be on not he by but have are at this from or had an they which one were all their there been has when who will more if no out so said what up its about into than them can only other some could time these two may then do first any my now such like our over me most made after also did many before must through back where much your well down should because each those how too very make still own here get both between being under never same another know while last might us since come against take several you we would think want really something thing going`.split(
    ' ',
  );
