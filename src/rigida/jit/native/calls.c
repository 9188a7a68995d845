/* Loads libraries of compiled kernels and calls them from Python, one by one or several at once in threads: one C
 * signature for all (kernels.h), arguments as 64-bit words.
 *
 * Built for the limited API of Python 3.11, so that one file serves all later Pythons.
 */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <pythread.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#include <numpy/arrayobject.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "kernels.h"

#define MOST_WORDS 256   /* of the arguments of a call */
#define MOST_RESULTS 32
#define MESSAGE_SIZE 256
#define MOST_WORKERS 63
#define MOST_CALLS 1024  /* at once */
#define MOST_TURNS 5000  /* before a thread that waits goes to sleep: about as long as it takes to wake up */

/* A form as a call sees it: `given` has two characters for each argument, of an array the number of its dtype and of its
 * dimensions, of a number its letter and 0. `result` has a letter for each number, behind "(" if they are a tuple. */
typedef struct {
    const char *given, *result;
    Py_ssize_t count;
    Run run;
} Form;

typedef struct {
    PyObject_HEAD
    Form *forms;
    Py_ssize_t form_count;
    int64_t *bound;
    PyObject *owners;   /* a list of what owns the memory that the pointers above lead to */
    PyObject *new_form; /* called where no form takes the arguments */
} Entry;

/* A call of a form: all that a thread needs for it, and what comes of it. */
typedef struct {
    Run run;
    const int64_t *bound;
    const char *letters; /* of the result */
    int status, taken;
    int64_t given[MOST_WORDS], result[MOST_RESULTS];
    char message[MESSAGE_SIZE];
} Call;

/* Calls that threads divide among themselves. */
typedef struct {
    Call *calls;
    Py_ssize_t count;
    int threads;
} Calls;

/* A thread that makes calls, and never enters Python. Both locks are taken; who releases one lets the other go on. */
typedef struct Worker {
    PyThread_type_lock begin, done;
    Calls *calls;
    int number; /* among those that make these calls */
    struct Worker *next;
} Worker;

static PyTypeObject *entry_type;
static Worker *idle_workers; /* like all that is static here changed under the GIL only */
static int worker_count;

/* Write the words of a number; 0 where it is not of that kind. */
static int write_number(char letter, PyObject *value, int64_t *word) {
    if (letter == 'd') {
        double number;
        if (PyFloat_Check(value)) number = PyFloat_AsDouble(value);
        else if (PyArray_IsScalar(value, Floating) || (PyLong_Check(value) && !PyBool_Check(value))) number = PyFloat_AsDouble(value);
        else return 0;
        memcpy(word, &number, sizeof number);
    } else if (letter == '?') {
        if (!PyBool_Check(value) && !PyArray_IsScalar(value, Bool)) return 0;
        *word = PyObject_IsTrue(value);
    } else if (PyLong_Check(value)) {
        *word = PyLong_AsLongLong(value);
    } else {
        if (!PyArray_IsScalar(value, Integer)) return 0;
        PyObject *number = PyNumber_Index(value);
        if (number == NULL) return 0;
        *word = PyLong_AsLongLong(number);
        Py_DECREF(number);
    }
    if (!PyErr_Occurred()) return 1;
    PyErr_Clear(); /* a number that is too large */
    return 0;
}

/* Write the words of all arguments; 0 where the form does not take them. */
static int write_given(const Form *form, PyObject *const *args, int64_t *word) {
    const char *kind = form->given;
    for (Py_ssize_t i = 0; i < form->count; i++, kind += 2) {
        int dimensions = kind[1];
        if (dimensions == 0) {
            if (!write_number(kind[0], args[i], word++)) return 0;
            continue;
        }
        if (!PyArray_Check(args[i])) return 0;
        PyArrayObject *array = (PyArrayObject *)args[i];
        if (PyArray_NDIM(array) != dimensions || PyArray_TYPE(array) != kind[0] || !PyArray_ISCARRAY_RO(array)) return 0;
        *word++ = (int64_t)PyArray_DATA(array);
        for (int k = 0; k < dimensions; k++) *word++ = PyArray_DIM(array, k);
    }
    return 1;
}

static PyObject *read_number(char letter, const int64_t *word) {
    double number;
    if (letter == 'i') return PyLong_FromLongLong(*word);
    if (letter == '?') return PyBool_FromLong(*word != 0);
    memcpy(&number, word, sizeof number);
    return PyFloat_FromDouble(number);
}

static PyObject *read_result(const char *letters, const int64_t *word) {
    if (*letters == 0) Py_RETURN_NONE;
    if (*letters != '(') return read_number(*letters, word);
    Py_ssize_t count = (Py_ssize_t)strlen(++letters);
    PyObject *numbers = PyTuple_New(count);
    for (Py_ssize_t k = 0; numbers != NULL && k < count; k++) {
        PyObject *number = read_number(letters[k], word + k);
        if (number == NULL) Py_CLEAR(numbers);
        else PyTuple_SetItem(numbers, k, number);
    }
    return numbers;
}

static void make(Call *call) { call->status = call->run(call->given, call->bound, call->result, call->message); }

/* Return what a call gave, or raise the error that ended it. */
static PyObject *result_of(const Call *call) {
    if (call->status == OUT_OF_BOUNDS) return PyErr_Format(PyExc_IndexError, "%s", call->message);
    return call->status == 0 ? read_result(call->letters, call->result) : PyErr_NoMemory();
}

/* Add a form, a tuple (address, given, result); return 0 where it cannot be. */
static int add_form(Entry *entry, PyObject *added) {
    unsigned long long address;
    Form form;
    Py_ssize_t size, needed = 0;
    if (!PyArg_ParseTuple(added, "Ky#s", &address, &form.given, &size, &form.result)) return 0;
    for (Py_ssize_t k = 0; k < size; k += 2) needed += 1 + form.given[k + 1];
    if (address == 0 || needed > MOST_WORDS || strlen(form.result) > MOST_RESULTS) {
        PyErr_SetString(PyExc_ValueError, "no such form");
        return 0;
    }
    Form *forms = PyMem_Realloc(entry->forms, (entry->form_count + 1) * sizeof(Form));
    if (forms == NULL) return PyErr_NoMemory() != NULL;
    entry->forms = forms;
    form.count = size / 2;
    form.run = (Run)(uintptr_t)address;
    forms[entry->form_count++] = form;
    return PyList_Append(entry->owners, added) == 0;
}

/* Write the words of the arguments for a form; 0 where it does not take them. */
static int fits(const Entry *entry, const Form *form, PyObject *const *args, Py_ssize_t count, Call *call) {
    if (form->count != count || !write_given(form, args, call->given)) return 0;
    call->run = form->run;
    call->bound = entry->bound;
    call->letters = form->result;
    return 1;
}

/* Call what adds a form for these arguments, or returns in a tuple of one what the kernel returns for them. */
static PyObject *add_new_form(Entry *entry, PyObject *const *args, Py_ssize_t count, Call *call) {
    PyObject *all = PyTuple_New(count), *answer = NULL, *found = NULL;
    if (all == NULL) return NULL;
    for (Py_ssize_t k = 0; k < count; k++) PyTuple_SetItem(all, k, Py_NewRef(args[k]));
    answer = PyObject_CallObject(entry->new_form, all);
    Py_DECREF(all);
    if (answer == NULL) return NULL;
    if (PyTuple_Size(answer) == 1) found = Py_NewRef(PyTuple_GetItem(answer, 0));
    else if (add_form(entry, answer) && !fits(entry, &entry->forms[entry->form_count - 1], args, count, call))
        PyErr_SetString(PyExc_OverflowError, "an int that is passed to a kernel must have at most 64 bits");
    Py_DECREF(answer);
    return found;
}

/* Prepare a call of the first form that takes the arguments: 1. Otherwise return 0, and what Python returned for them,
 * or NULL with an error. */
static int prepare(Entry *entry, PyObject *const *args, Py_ssize_t count, Call *call, PyObject **answer) {
    for (Py_ssize_t f = 0; f < entry->form_count; f++)
        if (fits(entry, &entry->forms[f], args, count, call)) return 1;
    *answer = add_new_form(entry, args, count, call);
    return *answer == NULL && !PyErr_Occurred();
}

static PyObject *call(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    Call call;
    PyObject *answer;
    if (!prepare((Entry *)self, args, count, &call, &answer)) return answer;
    Py_BEGIN_ALLOW_THREADS
    make(&call);
    Py_END_ALLOW_THREADS
    return result_of(&call);
}

static void wait_for(PyThread_type_lock lock) {
    for (int turn = 0; turn < MOST_TURNS; turn++)
        if (PyThread_acquire_lock(lock, NOWAIT_LOCK)) return;
    PyThread_acquire_lock(lock, WAIT_LOCK);
}

/* Make calls as thread `number`: its own part, whose data its cache may hold, then those of others that they have not
 * begun, from behind. */
static void make_calls(Calls *all, int number) {
    for (int other = 0; other < all->threads; other++) {
        Py_ssize_t part = (number + other) % all->threads;
        Py_ssize_t first = all->count * part / all->threads, last = all->count * (part + 1) / all->threads;
        for (Py_ssize_t n = first; n < last; n++) {
            Call *call = &all->calls[other == 0 ? n : first + last - 1 - n];
            if (__atomic_exchange_n(&call->taken, 1, __ATOMIC_RELAXED)) break;
            if (call->run != NULL) make(call);
        }
    }
}

static void work(void *given) {
    Worker *worker = given;
    for (;;) {
        wait_for(worker->begin);
        make_calls(worker->calls, worker->number);
        PyThread_release_lock(worker->done);
    }
}

/* Return a thread that waits for a call, a new one where all are busy; NULL where there are enough of them. */
static Worker *take_worker(void) {
    Worker *worker = idle_workers;
    if (worker != NULL) {
        idle_workers = worker->next;
        return worker;
    }
    if (worker_count == MOST_WORKERS || (worker = PyMem_Malloc(sizeof *worker)) == NULL) return NULL;
    worker->begin = PyThread_allocate_lock();
    worker->done = PyThread_allocate_lock();
    if (worker->begin == NULL || worker->done == NULL) return NULL;
    PyThread_acquire_lock(worker->begin, WAIT_LOCK);
    PyThread_acquire_lock(worker->done, WAIT_LOCK);
    if (PyThread_start_new_thread(work, worker) == (unsigned long)-1) return NULL;
    worker_count++;
    return worker;
}

/* Make calls by all threads, this one included; by fewer where there are no more. */
static void make_all(Calls *all) {
    Worker *worker[MOST_WORKERS];
    int count = 0;
    while (count < all->threads - 1 && (worker[count] = take_worker()) != NULL) count++;
    Py_BEGIN_ALLOW_THREADS
    for (int k = 0; k < count; k++) {
        worker[k]->calls = all;
        worker[k]->number = k + 1;
        PyThread_release_lock(worker[k]->begin);
    }
    make_calls(all, 0);
    for (int k = 0; k < count; k++) wait_for(worker[k]->done);
    Py_END_ALLOW_THREADS
    while (count-- > 0) {
        worker[count]->next = idle_workers;
        idle_workers = worker[count];
    }
}

/* Prepare the call that a tuple (kernel, *arguments) asks for, as `prepare`. */
static int prepare_asked(PyObject *asked, Call *call, PyObject **answer) {
    PyObject *args[MOST_WORDS], *function = PyTuple_GetItem(asked, 0);
    Py_ssize_t count = PyTuple_Size(asked) - 1;
    *answer = NULL;
    if (function == NULL) return 0;
    if (!PyCFunction_Check(function) || Py_TYPE(PyCFunction_GetSelf(function)) != entry_type || count > MOST_WORDS) {
        PyErr_SetString(PyExc_TypeError, "only compiled kernels can be called side by side");
        return 0;
    }
    for (Py_ssize_t k = 0; k < count; k++) args[k] = PyTuple_GetItem(asked, k + 1);
    return prepare((Entry *)PyCFunction_GetSelf(function), args, count, call, answer);
}

/* together(calls, threads): make calls, tuples (kernel, *arguments), by so many threads; return a list of what they
 * return. */
static PyObject *together(PyObject *module, PyObject *args) {
    PyObject *asked, *found, *answer;
    Calls all;
    if (!PyArg_ParseTuple(args, "O!i", &PyList_Type, &asked, &all.threads)) return NULL;
    all.count = PyList_Size(asked);
    if (all.count > MOST_CALLS || all.threads < 1 || all.threads > MOST_WORKERS + 1)
        return PyErr_Format(PyExc_ValueError, "at most %d calls by 1 to %d threads", MOST_CALLS, MOST_WORKERS + 1);
    if ((all.calls = PyMem_Malloc((all.count + 1) * sizeof(Call))) == NULL) return PyErr_NoMemory();
    found = PyList_New(all.count);
    int whole = found != NULL;
    for (Py_ssize_t k = 0; whole && k < all.count; k++) {
        all.calls[k].taken = 0;
        if (prepare_asked(PyList_GetItem(asked, k), &all.calls[k], &answer)) continue;
        all.calls[k].run = NULL;
        whole = answer != NULL && PyList_SetItem(found, k, answer) == 0;
    }
    if (whole) make_all(&all);
    for (Py_ssize_t k = 0; whole && k < all.count; k++)
        if (all.calls[k].run != NULL)
            whole = (answer = result_of(&all.calls[k])) != NULL && PyList_SetItem(found, k, answer) == 0;
    PyMem_Free(all.calls);
    if (!whole) Py_CLEAR(found);
    return found;
}

/* forget_workers(): a forked process does not have the threads. */
static PyObject *forget_workers(PyObject *module, PyObject *none) {
    idle_workers = NULL;
    worker_count = 0;
    Py_RETURN_NONE;
}

static PyMethodDef call_method = {"kernel", (PyCFunction)(void (*)(void))call, METH_FASTCALL, "A compiled kernel."};

static void entry_free(PyObject *self) {
    Entry *entry = (Entry *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(entry->forms);
    Py_XDECREF(entry->owners);
    Py_XDECREF(entry->new_form);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* entry(words, keep, new_form): words are an int64 array or None. */
static PyObject *make_entry(PyObject *module, PyObject *args) {
    PyObject *words, *keep, *new_form, *function = NULL;
    if (!PyArg_ParseTuple(args, "OOO", &words, &keep, &new_form)) return NULL;
    Entry *entry = PyObject_New(Entry, entry_type);
    if (entry == NULL) return NULL;
    entry->bound = words == Py_None ? NULL : PyArray_DATA((PyArrayObject *)words);
    entry->form_count = 0;
    entry->forms = NULL;
    entry->new_form = Py_NewRef(new_form);
    entry->owners = PyList_New(0);
    if (entry->owners != NULL && PyList_Append(entry->owners, words) == 0 && PyList_Append(entry->owners, keep) == 0)
        function = PyCFunction_NewEx(&call_method, (PyObject *)entry, NULL);
    Py_DECREF(entry);
    return function;
}

/* open(path): load a library for good; return its handle. */
static PyObject *open_library(PyObject *module, PyObject *args) {
    PyObject *path;
#ifdef _WIN32
    if (!PyArg_ParseTuple(args, "U", &path)) return NULL;
    wchar_t *name = PyUnicode_AsWideCharString(path, NULL);
    void *library = name == NULL ? NULL : (void *)LoadLibraryW(name);
    PyMem_Free(name);
    if (library == NULL) return PyErr_Format(PyExc_OSError, "cannot be loaded (error %lu)", GetLastError());
#else
    if (!PyArg_ParseTuple(args, "O&", PyUnicode_FSConverter, &path)) return NULL;
    void *library = dlopen(PyBytes_AsString(path), RTLD_NOW | RTLD_LOCAL);
    Py_DECREF(path);
    if (library == NULL) return PyErr_Format(PyExc_OSError, "%s", dlerror());
#endif
    return PyLong_FromVoidPtr(library);
}

/* address(library, name): return the address of a function, 0 if there is none. */
static PyObject *find_address(PyObject *module, PyObject *args) {
    PyObject *library;
    const char *name;
    if (!PyArg_ParseTuple(args, "Os", &library, &name)) return NULL;
    void *handle = PyLong_AsVoidPtr(library);
    if (PyErr_Occurred()) return NULL;
#ifdef _WIN32
    return PyLong_FromVoidPtr((void *)GetProcAddress((HMODULE)handle, name));
#else
    return PyLong_FromVoidPtr(dlsym(handle, name));
#endif
}

static PyObject *has(PyObject *module, PyObject *args) {
    const char *name;
    if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
    return PyBool_FromLong(processor_has(name));
}

static PyType_Slot slots[] = {{Py_tp_dealloc, entry_free}, {0, NULL}};
static PyType_Spec entry_spec = {
    "rigida.jit.ahead._calls.Entry", sizeof(Entry), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
static PyMethodDef methods[] = {
    {"entry", make_entry, METH_VARARGS, "Return what calls a kernel by the first form that takes the arguments."},
    {"together", together, METH_VARARGS, "Make calls (kernel, *arguments) by threads; return what they return."},
    {"forget_workers", forget_workers, METH_NOARGS, "Start with no threads, in a forked process."},
    {"open", open_library, METH_VARARGS, "Load a library of kernels and return its handle."},
    {"address", find_address, METH_VARARGS, "Return the address of a function of a library, 0 if there is none."},
    {"has", has, METH_VARARGS, "Tell whether the processor has a feature, such as avx2."},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_calls", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__calls(void) {
    import_array();
    entry_type = (PyTypeObject *)PyType_FromSpec(&entry_spec);
    PyObject *module = PyModule_Create(&definition);
    if (entry_type == NULL || module == NULL) return NULL;
    return module;
}
